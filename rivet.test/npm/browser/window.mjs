// A window of a browser, used as a person would: by what is written on the screen.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../support.mjs";

const SHOTS = fileURLToPath(new URL("../../target/screens", import.meta.url));

// What the scripts that run in the page find it by.
const FINDERS = `
    window.$shown = (one) => one.getClientRects().length > 0;
    window.$find = (selector, text) => [...document.querySelectorAll(selector)].filter($shown)
        .find((one) => text === undefined || (one.getAttribute("aria-label") ?? one.textContent).trim() === text || one.textContent.trim().startsWith(text));
    window.$type = (field, value) => {
        field.focus();
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.dispatchEvent(new Event("change", { bubbles: true }));
    };
    window.$wrong = [];
    addEventListener("error", (event) => $wrong.push(event.message));
    addEventListener("unhandledrejection", (event) => $wrong.push(String(event.reason)));
    addEventListener("securitypolicyviolation", (event) => $wrong.push(event.violatedDirective + " " + event.blockedURI));
`;

export class Window {
    #run;

    static async open(browser, url) {
        const window = new Window();
        window.#run = await browser.open("about:blank");
        await window.#run.ask("Page.enable");
        await window.#run.ask("Page.addScriptToEvaluateOnNewDocument", { source: FINDERS });
        await window.#run.ask("Page.navigate", { url });
        return window;
    }

    run = (script) => this.#run(script);

    text = (selector = "body") => this.run(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);

    async sees(wanted, selector = "body") {
        let last;
        await until(async () => {
            last = await this.text(selector);
            return wanted instanceof RegExp ? wanted.test(last) : last.includes(wanted);
        }, `${wanted} on the screen`, 30_000).catch((e) => {
            throw new Error(`${e.message}; it shows: ${last}`);
        });
    }

    go = (path) => this.run(`location.hash = ${JSON.stringify(path)}`);

    // Clicks what has this text or label, as soon as it is there and may be clicked.
    async click(text, selector = "button, a") {
        const found = `$find(${JSON.stringify(selector)}, ${JSON.stringify(text)})`;
        const click = `(() => { const one = ${found}; if (!one || one.disabled) { return false; } one.click(); return true; })()`;
        await until(() => this.run(click), `"${text}" to click`, 30_000);
    }

    // Fills a field, which is found by its label.
    async fill(label, value) {
        const found = `[...document.querySelectorAll("label")].filter($shown).find((one) => one.textContent.trim().startsWith(${JSON.stringify(label)}))
            ?.querySelector("input, textarea, select") ?? $find("input, textarea, select", ${JSON.stringify(label)})`;
        const fill = `(() => { const one = ${found}; if (!one) { return false; } $type(one, ${JSON.stringify(value)}); return true; })()`;
        await until(() => this.run(fill), `the field "${label}"`, 30_000);
    }

    // Replaces what is in the editor.
    async edit(text) {
        await until(() => this.run(`(() => { const view = $find(".editor")?.view; if (!view) { return false; }
            view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: ${JSON.stringify(text)} } }); return true; })()`), "the editor", 30_000);
    }

    // A picture of the screen in a width and colours, which stays as build output. Nothing may stick out.
    async picture(name, width = 1280, scheme = "light") {
        await this.run(`document.querySelectorAll(".notice .icon").forEach((one) => one.click())`);
        const height = width < 500 ? 844 : 860;
        await this.#run.ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
        await this.#run.ask("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
        await this.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        const { data } = await this.#run.ask("Page.captureScreenshot", { format: "png" });
        await mkdir(SHOTS, { recursive: true });
        await writeFile(join(SHOTS, `${name}-${width}-${scheme}.png`), Buffer.from(data, "base64"));
        return this.run("document.documentElement.scrollWidth - innerWidth");
    }

    // What went wrong in the page itself.
    wrong = () => this.run("$wrong");
}
