import { connect } from "./rivet-client.js";

const $ = id => document.getElementById(id);
const roomName = (new URLSearchParams(location.search).get("room") || "lobby").replaceAll(",", " ").slice(0, 60);
const room = connect("chatRoom", [roomName]);
const counter = connect("counter", ["demo"]);

chat();
counting();
status();

function chat() {
    const list = $("messages");
    $("room").textContent = roomName;
    if (roomName === "garden") {
        $("other-room").search = "?room=lobby";
    }

    room.on("newMessage", message => append(list, [message]));
    let now;
    room.onStatus(async status => {
        now = status;
        if (status !== "connected") {
            return;
        }
        try {
            // events that arrive before this answer are part of it, those after it are not
            const messages = await room.call("history");
            list.replaceChildren();
            append(list, messages);
            list.ariaBusy = "false";
        } catch (e) {
            // a connection lost meanwhile is shown as such, and the next one asks again
            if (now === "connected") {
                $("problem").textContent = e.message;
            }
        }
    });

    const name = $("name");
    name.value = sessionStorage.getItem("name") ?? `Guest ${100 + Math.floor(Math.random() * 900)}`;
    const keep = () => sessionStorage.setItem("name", name.value);
    keep();
    name.addEventListener("change", keep);
    $("composer").addEventListener("submit", event => {
        event.preventDefault();
        send(name.value.trim(), $("text"), $("send"));
    });
}

async function send(sender, text, button) {
    if (button.ariaDisabled === "true") {
        return;
    }
    // not "disabled", which would take the focus away
    button.ariaDisabled = "true";
    $("problem").textContent = "";
    try {
        await room.call("send", sender, text.value);
        text.value = "";
    } catch (e) {
        $("problem").textContent = e.message;
    } finally {
        button.ariaDisabled = "false";
    }
    text.focus();
}

function append(list, messages) {
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(...messages.map(bubble));
    if (atEnd || messages.at(-1)?.sender === $("name").value.trim()) {
        list.scrollTop = list.scrollHeight;
    }
}

function bubble({ sender, text, at }) {
    const article = document.createElement("article");
    article.classList.toggle("mine", sender === $("name").value.trim());
    article.style.setProperty("--hue", [...sender].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 360, 7));
    article.append(element("b", sender), time(new Date(at)), element("p", text));
    return article;
}

function time(date) {
    const today = date.toDateString() === new Date().toDateString();
    const shown = date.toLocaleString([], { ...(!today && { dateStyle: "medium" }), timeStyle: "short" });
    const node = element("time", shown);
    node.dateTime = date.toISOString();
    return node;
}

function counting() {
    const show = count => {
        $("count").textContent = Number(count).toLocaleString();
        $("counter-problem").textContent = "";
    };
    $("counter-key").textContent = "demo";
    counter.on("newCount", show);
    counter.onStatus(status => status === "connected" && counter.call("get").then(show, reportCount));
    for (const button of document.querySelectorAll("[data-add]")) {
        button.addEventListener("click", () => counter.call("increment", Number(button.dataset.add)).then(show, reportCount));
    }
}

function reportCount(e) {
    $("counter-problem").textContent = e.message;
}

function status() {
    const words = { connecting: "Connecting", connected: "Connected", disconnected: "Connection lost, trying again" };
    const seen = {};
    const show = () => {
        const worst = ["disconnected", "connecting", "connected"].find(s => seen.room === s || seen.counter === s);
        // while attempts alternate, say so once
        if (worst === "connecting" && $("status").dataset.status === "disconnected") {
            return;
        }
        $("status").dataset.status = worst;
        $("status").textContent = words[worst];
    };
    room.onStatus(s => { seen.room = s; show(); });
    counter.onStatus(s => { seen.counter = s; show(); });
}

function element(name, text) {
    const node = document.createElement(name);
    node.textContent = text;
    return node;
}
