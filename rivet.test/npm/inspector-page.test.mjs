// The inspector's page, in a browser, against a platform with test actors: each screen is opened, seen to change, used, and the effect looked for.
// Pictures of all screens are left in rivet.test/target/screens.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Browser, chromium } from "./browser/chromium.mjs";
import { Window } from "./browser/window.mjs";
import { freePort, Platform } from "./platform.mjs";
import { connect, newClient, until } from "./support.mjs";

const ends = [];
let platform, admin, token, browser, page;

before(async () => {
    assert.ok(chromium, "needs Chromium: install the package chromium, or say in RIVET_CHROMIUM where it is");
    platform = await Platform.driver((end) => ends.push(end));
    platform.adminPort = await freePort();
    await platform.start();
    admin = `http://127.0.0.1:${platform.adminPort}`;
    token = readFileSync(join(platform.home, "data", "admin-token"), "utf8").trim();
    await until(async () => (await fetch(`${admin}/api/overview`, { headers: { authorization: `Bearer ${token}` } })).status === 200, "the page's servlet", 60_000);
    browser = await Browser.start();
    ends.push(() => browser.close());
    page = await Window.open(browser, `${admin}/?token=${token}`);
    await page.sees("Calls/s");
}, { timeout: 180_000 });

after(async () => {
    for (const end of ends.reverse()) {
        await end();
    }
});

const client = (t) => newClient(t, { endpoint: platform.url, namespace: "default" });

// An actor of a type and a key of its own, and its place in the page.
async function actor(t, type, key) {
    const handle = client(t)[type].getOrCreate([key]);
    const id = await handle.resolve();
    return { handle, id, open: (tab = "state") => page.go(`/actor/${id}/${tab}`) };
}

const on = (title, body) => test(`page: ${title}`, { timeout: 180_000 }, body);

on("the link lets a browser in; nothing comes from elsewhere, and scripts only from files", async () => {
    assert.equal(await page.run("location.href"), `${admin}/`, "the token is not in the address");
    const response = await fetch(`${admin}/`, { headers: { authorization: `Bearer ${token}` } });
    assert.match(response.headers.get("content-security-policy"), /^default-src 'self'; .*frame-ancestors 'none'/);
    const hosts = await page.run("[...new Set(performance.getEntries().filter((one) => one.name.startsWith('http')).map((one) => new URL(one.name).host))]");
    assert.deepEqual(hosts, [new URL(admin).host]);
    const asset = await page.run("document.querySelector('script').src");
    const cached = await fetch(asset, { headers: { authorization: `Bearer ${token}` } });
    assert.match(cached.headers.get("cache-control"), /immutable/);
    const stranger = await fetch(`${admin}/`, { headers: { accept: "text/html" } });
    assert.equal(stranger.status, 401);
    assert.match(await stranger.text(), /The admin token is needed/);
});

on("what it asks for is refused to whoever does not come from it", async () => {
    const ask = async (method, path, headers, body) => {
        const response = await fetch(`${admin}/api/${path}`, { method, headers: { authorization: `Bearer ${token}`, ...headers }, body });
        return [response.status, (await response.json()).code];
    };
    const own = { "x-rivet-inspector": "1" };
    assert.deepEqual(await ask("POST", "actors", {}, "{}"), [403, "forbidden"], "a form of another page");
    assert.deepEqual(await ask("POST", "actors", own, "{"), [400, "invalid_request"]);
    assert.deepEqual(await ask("GET", "nothing", {}), [404, "not_found"]);
    assert.deepEqual(await ask("GET", "actors?limit=x", {}), [400, "invalid_request"]);
    assert.deepEqual(await ask("GET", "actors/nobody", {}), [404, "not_found"]);
    for (const path of ["assets/..%2f..%2fMETA-INF/MANIFEST.MF", "assets/%2e%2e/x.html", "nothing"]) {
        assert.equal((await fetch(`${admin}/${path}`, { headers: { authorization: `Bearer ${token}` } })).status, 404);
    }
    const cookie = `rivet-admin=${token}`;
    assert.equal((await fetch(`${admin}/api/actors`, { method: "POST", headers: { cookie, ...own, origin: platform.url }, body: "{}" })).status, 401, "another origin");
});

on("types: numbers follow what happens", async (t) => {
    await page.go("/types");
    const counters = client(t).counter;
    await Promise.all(Array.from({ length: 12 }, (_, i) => counters.getOrCreate([`home-${i}`]).increment(1)));
    const row = (name) => page.run(`[...document.querySelectorAll("tbody tr")].find((one) => one.querySelector("th a")?.textContent === "${name}")?.innerText`);
    await until(async () => /\b1[2-9]\b/.test(await row("counter")), "the new actors", 30_000);
    await until(async () => {
        await counters.getOrCreate(["home-1"]).increment(1);
        return page.run(`document.querySelector("section .chart canvas") !== null && Number(document.querySelectorAll(".tile strong")[2].textContent) > 0`);
    }, "calls in the chart", 30_000);
    assert.ok(await page.picture("types") <= 0);
});

on("actors: found by parts of keys, filtered, put to sleep and destroyed in bulk", async (t) => {
    const counters = client(t).counter;
    for (let i = 0; i < 5; i++) {
        await counters.getOrCreate(["bulk", `cart-${i}`]).increment(1);
    }
    await page.go("/actors");
    await page.fill("Key or id", "cart-");
    await until(async () => await page.run("document.querySelectorAll('.virtual-row').length") === 5, "the five to be found", 30_000);
    assert.ok(await page.picture("actors") <= 0);
    await page.click("Choose all that are found", "input");
    await page.sees("5 actors chosen");
    await page.click("Sleep", ".bulk button");
    await page.sees("Sleep 5 actors?", "dialog");
    await page.click("Sleep 5", "dialog button");
    await page.sees("5 actors asleep");
    await page.fill("State", "asleep");
    await until(async () => await page.run("document.querySelectorAll('.virtual-row .pill.sleeping').length") === 5, "them to sleep", 30_000);
    const id = await counters.getOrCreate(["bulk", "cart-0"]).resolve();
    await page.fill("State", "");
    await page.fill("Key or id", id.slice(0, 14));
    await until(async () => await page.run("document.querySelectorAll('.virtual-row').length") === 1, "one to be found by its id", 30_000);
    await page.fill("Key or id", "cart-");
    await until(async () => await page.run("document.querySelectorAll('.virtual-row').length") === 5, "all five again", 30_000);
    await page.click("Choose all that are found", "input");
    await page.click("Destroy", ".bulk button");
    await page.click("Destroy 5", "dialog button");
    await page.sees("No actor is like that");
});

on("actors: one is created", async () => {
    await page.go("/actors");
    await page.fill("Key or id", "");
    await page.click("Create", "button");
    await page.fill("Type", "counter");
    await page.fill("Key", "made, here");
    await page.click("Create or open");
    await page.sees("made, here", "h1");
});

on("state: live, with what changed; edited, refused, and put back", async (t) => {
    const { handle, open } = await actor(t, "counter", "state");
    await handle.increment(5);
    await open();
    await until(async () => /5/.test(await page.text(".tree")), "the state", 30_000);
    await handle.increment(2);
    await until(async () => /7/.test(await page.text(".tree")), "the state to follow", 30_000);
    await page.sees("1 difference", ".changes");
    assert.ok(await page.picture("state") <= 0);
    await page.click("Edit");
    await page.edit(`{ "count": `);
    await until(() => page.run(`$find("button", "Save").disabled`), "what is no JSON not to be saved");
    await page.edit(`{ "count": 40 }`);
    await page.click("Save");
    await page.sees("The state is saved");
    assert.equal(await handle.getCount(), 40);
    await page.click("Undo");
    await until(async () => await handle.getCount() === 7, "the state to be as before");
    await page.click("Edit");
    await page.edit(`"nonsense"`);
    await page.click("Save");
    await page.sees("actor.validation_error", ".notices");
    assert.equal(await handle.getCount(), 7);
    await page.click("Discard");
});

on("actions: a form of the parameters' types, the result and the time", async (t) => {
    const { handle, open } = await actor(t, "counter", "actions");
    await handle.getCount();
    await open("actions");
    await page.click("increment", ".picks button");
    await page.sees(/increment\(\w+: \w+\)/, ".signature");
    const label = await page.run(`document.querySelector(".fields .field span").firstChild.textContent`);
    await page.fill(label, "x");
    await page.sees("number is needed");
    await page.fill(label, "9");
    await page.click("Call");
    await page.sees(/increment\(9\)[\s\S]*done[\s\S]*m?s/, ".result");
    assert.equal(await handle.getCount(), 9);
    assert.ok(await page.picture("actions") <= 0);
    await page.click("JSON", ".switch button");
    await page.fill("Arguments", `["text"]`);
    await page.click("Call");
    await page.sees("actor.validation_error", ".result");
});

on("database: rows, an edited cell, and SQL", async (t) => {
    const { handle, open } = await actor(t, "dbActorDrizzleMigration", "database");
    await handle.insertValue("first");
    await handle.insertValue("second");
    await open("database");
    await page.click("test_data", ".picks button");
    await page.sees("second", ".grid");
    assert.ok(await page.picture("database") <= 0);
    await page.run(`[...document.querySelectorAll(".grid td")].find((one) => one.textContent === "second").dispatchEvent(new MouseEvent("dblclick", { bubbles: true }))`);
    await page.fill("value", "third");
    await page.run(`document.querySelector(".grid input").blur()`);
    await page.click("Write 1 cell");
    await page.sees("1 cell written");
    assert.deepEqual((await handle.getValues()).map((one) => one.value), ["first", "third"]);
    await page.click("SQL", ".picks button");
    await page.edit("SELECT count(*) AS many, 'a,b' AS text FROM test_data");
    await page.click("Run");
    await page.sees("many", ".grid");
    assert.ok(await page.picture("sql") <= 0);
    await page.edit("SELECT * FROM _rivet_actor_state");
    await page.click("Run");
    await page.sees("inspector.sql_failed", ".trouble");
});

on("queue: a message is put in, seen by the actor, and all are dropped", async (t) => {
    const { handle, open } = await actor(t, "queueActor", "queue");
    await handle.resolve();
    await page.go("/types");
    await open("queue");
    await page.sees("Put a message in");
    await page.fill("Queue", "greeting");
    await page.fill("Body", `{ "hello": "page" }`);
    await page.click("Send");
    await page.sees("1 message");
    await page.sees("greeting", ".list");
    assert.ok(await page.picture("queue") <= 0);
    await page.sees('"page"', ".list");
    assert.deepEqual((await handle.receiveOne("greeting", {})).body, { hello: "page" });
    await page.sees("Nothing waits");
    await handle.send("greeting", 1);
    await page.sees("1 message");
    await page.click("Drop all");
    await page.click("Drop all", "dialog button");
    await page.sees("Nothing waits");
});

on("schedules: a job appears, its runs are shown, and it is deleted", async (t) => {
    const { handle, open } = await actor(t, "scheduled", "schedules");
    await handle.setEvery("often", 5_000);
    await handle.setCron("nightly", "0 3 * * *");
    await open("schedules");
    await page.sees("nightly", ".list");
    await page.sees("0 3 * * *", ".list");
    await page.run(`[...document.querySelectorAll("tbody tr")].find((one) => one.textContent.startsWith("often")).querySelector(".acts button").click()`);
    await page.sees("ok", ".inner");
    assert.ok(await page.picture("schedules") <= 0);
    await page.run(`[...document.querySelectorAll("tbody tr")].find((one) => one.textContent.startsWith("nightly")).querySelector(".acts .danger").click()`);
    await page.click("Delete", "dialog button");
    await page.sees("It is gone");
    await until(async () => !(await page.text(".list")).includes("nightly"), "the job to be gone", 30_000);
    await handle.deleteJob("often");
    await page.click("Schedule something");
    await page.click("Every", ".switch button");
    await page.fill("Name", "by hand");
    await page.fill("Seconds", "3600");
    await page.fill("Action", "onScheduledTask");
    await page.click("Schedule", "form button");
    await page.sees("by hand", ".list");
    const before = await handle.getScheduledCount();
    await page.click("Run now", ".list button");
    await until(async () => await handle.getScheduledCount() > before, "the job to run", 30_000);
});

on("connections: who is there, while they are", async (t) => {
    const { handle, open } = await actor(t, "counter", "connections");
    await open("connections");
    const connection = connect(t, handle, { who: "ada" });
    connection.on("newCount", () => {});
    await page.sees("WebSocket", ".list");
    await page.sees("newCount", ".list");
    assert.ok(await page.picture("connections") <= 0);
    await connection.dispose();
    await page.sees("Nobody is connected");
});

on("connections: one is disconnected", async (t) => {
    const { handle, open } = await actor(t, "counter", "disconnect");
    await open("connections");
    const connection = connect(t, handle, { who: "eve" });
    const closed = new Promise((done) => connection.onClose(done));
    await page.sees("eve", ".list");
    await page.click("Disconnect", ".list button");
    await page.click("Disconnect", "dialog button");
    await closed;
    await page.sees("The client is disconnected");
});

on("events: what an actor does, as it does it, and what fails", async (t) => {
    const { handle, open } = await actor(t, "counter", "events");
    await open("events");
    await page.sees("live", "section[aria-label=Events] .live");
    await handle.increment(1);
    await page.sees(/broadcast\s+newCount/, ".events");
    await page.sees(/action\s+increment/, ".events");
    await assert.rejects(handle.increment("x"));
    await page.click("failures only", ".chip");
    await page.sees(/argument 1/, ".events .bad");
    assert.ok(await page.picture("actor-events") <= 0);
    await page.go("/events");
    await page.sees("Events", "h1");
    await until(async () => {
        await handle.increment(1);
        return /counter events/.test(await page.text(".events"));
    }, "the events of all", 30_000);
    assert.ok(await page.picture("events") <= 0);
});

on("SQL over all actors of a type: those that sleep too, read only", async (t) => {
    const all = client(t).dbActorDrizzleMigration;
    for (const name of ["one", "two", "three"]) {
        await all.getOrCreate(["many", name]).insertValue(name);
    }
    const asleep = await all.getOrCreate(["many", "two"]).resolve();
    const own = { authorization: `Bearer ${token}`, "x-rivet-inspector": "1" };
    await fetch(`${admin}/api/actors/${asleep}/sleep`, { method: "POST", headers: own, body: "{}" });
    await page.go("/sql?type=dbActorDrizzleMigration");
    await page.edit("SELECT value FROM test_data WHERE value IN ('one', 'two', 'three')");
    await page.click("Run");
    await page.sees("All were asked");
    const rows = await page.text(".grid");
    for (const name of ["one", "two", "three"]) {
        assert.ok(rows.includes(`many, ${name}`), rows);
    }
    assert.ok(await page.picture("sql-all") <= 0);
    const { status } = await (await fetch(`${admin}/api/actors/${asleep}`, { headers: own })).json();
    assert.equal(status, "sleeping", "nobody is woken");
    await page.edit("DELETE FROM test_data");
    await page.click("Run");
    await page.sees("could not answer");
    assert.equal(await all.getOrCreate(["many", "one"]).getCount(), 1);
});

on("metrics: turns of each second", async (t) => {
    const { handle, open } = await actor(t, "counter", "metrics");
    await open("metrics");
    await handle.increment(1);
    await page.sees("Turns a second");
    await until(() => page.run("document.querySelectorAll('.chart canvas').length === 4"), "the charts", 30_000);
    assert.ok(await page.picture("metrics") <= 0);
});

on("an actor is put to sleep, woken, started anew and destroyed", async (t) => {
    const { handle, id, open } = await actor(t, "counter", "buttons");
    await handle.increment(3);
    await open();
    await page.sees("running", "h1");
    await page.click("Sleep");
    await page.sees("sleeping", "h1");
    await until(async () => /3/.test(await page.text(".tree")), "the state as it is stored", 30_000);
    await page.sees("as stored");
    await page.click("Wake", ".controls button");
    await page.sees("running", "h1");
    const generation = async () => Number(/Generation\s+(\d+)/.exec(await page.text(".facts"))[1]);
    const first = await generation();
    await page.click("Reschedule");
    await until(async () => await generation() > first, "another generation", 30_000);
    await page.click("Destroy");
    await page.click("Destroy", "dialog button");
    await until(async () => (await page.run("location.hash")).startsWith("#/actors"), "the list", 30_000);
    await page.go(`/actor/${id}/state`);
    await page.sees("There is no such actor");
});

on("an actor is exported to a file, and comes back as another", async (t) => {
    const { handle, id, open } = await actor(t, "dbActorDrizzleMigration", "travels");
    await handle.insertValue("luggage");
    await open();
    await page.sees("Export", ".controls");
    const own = { authorization: `Bearer ${token}`, "x-rivet-inspector": "1" };
    const file = await fetch(`${admin}${await page.run(`$find("a", "Export").getAttribute("href")`)}`, { headers: own });
    assert.equal(file.status, 200);
    assert.match(file.headers.get("content-disposition"), new RegExp(`${id}.rivet.zip`));
    const nobody = await fetch(`${admin}/api/actors/nobody/export`, { headers: own });
    assert.equal(nobody.status, 404);
    const zip = Buffer.from(await file.arrayBuffer()).toString("base64");
    await page.go("/actors");
    await page.click("Import", ".head button");
    await page.run(`(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob("${zip}"), (c) => c.charCodeAt(0))], "actor.zip"));
        const field = document.querySelector("input[type=file]");
        field.files = transfer.files;
        field.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await page.fill("Key", "arrived");
    assert.ok(await page.picture("import") <= 0);
    await page.click("Import", "form button");
    await page.sees("arrived", "h1");
    const [value] = await client(t).dbActorDrizzleMigration.get(["arrived"]).getValues();
    assert.equal(value.value, "luggage");
});

on("every screen fits a telephone and the night", async (t) => {
    const { handle, open } = await actor(t, "dbActorDrizzleMigration", "narrow");
    await handle.insertValue("a row");
    const screens = { types: () => page.go("/types"), actors: () => page.go("/actors"),
        events: () => page.go("/events"), "sql-all": () => page.go("/sql") };
    for (const tab of ["state", "actions", "database", "queue", "schedules", "connections", "events", "metrics"]) {
        screens[tab] = () => open(tab);
    }
    for (const [name, show] of Object.entries(screens)) {
        await show();
        const drawn = `document.querySelector("main .card, main .empty") !== null && !document.querySelector("main > .loading")`;
        await until(() => page.run(drawn), `the screen ${name}`, 30_000);
        for (const [width, scheme] of [[390, "light"], [390, "dark"], [1280, "dark"]]) {
            assert.ok(await page.picture(name, width, scheme) <= 0, `${name} sticks out at ${width}`);
        }
    }
    await page.picture("actors");
});

on("roll-outs: other code of a type comes, actors go back to it, and return", async (t) => {
    const { handle, id } = await actor(t, "counter", "rolled");
    const counted = await handle.increment(3);
    const code = async () => (await (await fetch(`${admin}/api/actors/${id}`, { headers: { authorization: `Bearer ${token}` } })).json()).live?.bundle ?? "";
    assert.match(await code(), /^rivet.test.fixtures.driver/);
    // another bundle with the same type, no better than the first
    copyFileSync(fileURLToPath(new URL("../../rivet.demo/target/rivet.demo.actors.jar", import.meta.url)), join(platform.home, "bundles", "other.jar"));
    await page.go("/types");
    await page.sees("rivet.demo.actors", ".types");
    await page.click("Versions of counter");
    await page.click("Roll back", ".rollout button");
    await page.click("Roll back", "dialog button");
    await page.sees("held back", ".types");
    await until(async () => /^rivet.demo.actors/.test(await code()), "the actor to run the other code", 30_000);
    assert.ok(await page.picture("roll-out") <= 0);
    assert.ok(await page.picture("roll-out", 390) <= 0);
    await page.picture("roll-out");
    await page.click("Go on", ".rollout button");
    await page.click("Go on", "dialog button");
    await until(async () => /^rivet.test.fixtures.driver/.test(await code()), "the actor to be back", 30_000);
    assert.equal(await handle.increment(1), counted + 1, "nothing is lost on the way");
});

on("nothing has gone wrong in the page itself", async () => {
    assert.deepEqual(await page.wrong(), []);
});
