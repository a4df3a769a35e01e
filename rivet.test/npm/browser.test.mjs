// A React page (@rivetkit/react) in two windows of a browser, over TLS and HTTP/2: they see each other's events,
// and go on by themselves when the server was killed and is back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { Browser, chromium } from "./browser/chromium.mjs";
import { certificate, PASSWORD } from "./tls/certificate.mjs";
import { Platform } from "./platform.mjs";
import { until } from "./support.mjs";

async function page() {
    const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL("browser/page.jsx", import.meta.url))], bundle: true, write: false, format: "iife",
        platform: "browser", jsx: "automatic", define: { "process.env.NODE_ENV": '"production"' }, logLevel: "silent" });
    return outputFiles[0].text;
}

async function open(browser, url, script) {
    const run = await browser.open(`${url}/demo/index.html`);
    await until(() => run(`document.readyState === "complete" && location.protocol === "https:"`), "the page to load", 30_000);
    // over what the page came
    assert.equal(await run(`performance.getEntriesByType("navigation")[0].nextHopProtocol`), "h2");
    await run(`document.body.innerHTML = '<div id="root"></div>'`);
    await run(script);
    return { run, texts: () => run(`[...document.querySelectorAll("#texts li")].map((li) => li.textContent).join()`),
        connected: () => until(() => run(`document.getElementById("status")?.textContent === "connected"`), "the window to be connected", 60_000) };
}

test("browser: a React page in two windows, over TLS and HTTP/2, and through a kill of the server", { timeout: 300_000 }, async (t) => {
    assert.ok(chromium, "needs Chromium: install the package chromium, or say in RIVET_CHROMIUM where it is");
    const { store } = certificate(t);
    const platform = await Platform.demo((end) => t.after(end));
    platform.secure = true;
    platform.environment = { RIVET_TEST_KEYS: PASSWORD };
    await platform.configure({ "rivet.http.PublicPort": { keystore: store, password: "$[env:RIVET_TEST_KEYS]" } });
    await platform.start();
    const browser = await Browser.start();
    t.after(() => browser.close());
    const script = await page();
    const one = await open(browser, platform.url, script);
    const other = await open(browser, platform.url, script);
    await one.connected();
    await other.connected();
    await one.run(`say("from one")`);
    await other.run(`say("from the other")`);
    for (const window of [one, other]) {
        await until(async () => assert.equal(await window.texts(), "from one,from the other") ?? true, "both windows to see both", 30_000);
        assert.ok(await window.run("count()") > 0, "an action over HTTP");
    }
    await platform.kill();
    await platform.start();
    await one.connected();
    await other.connected();
    // a window is connected before what it listens to has reached the server again
    await until(async () => await one.run(`say("again")`) === "said" && (await other.texts()).includes("again"), "a window to speak again and the other to hear it", 60_000);
    assert.equal(await other.run("count()"), 3, "nothing of what was counted is lost");
});
