// Makes ../target/web: one document and what it is made of, by hash.
import { build } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";

const out = "../target/web";
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const { metafile } = await build({
    entryPoints: { page: "src/main.jsx", icon: "src/icon.svg" }, outdir: out, entryNames: "[name]-[hash]", assetNames: "[name]-[hash]",
    bundle: true, minify: true, format: "esm", target: "es2022", jsx: "automatic", jsxImportSource: "preact", loader: { ".svg": "copy" },
    legalComments: "none", metafile: true, logLevel: "warning",
});
const made = Object.keys(metafile.outputs).map((file) => basename(file));
const named = (ending) => made.find((file) => file.endsWith(ending));
const document = (await readFile("src/index.html", "utf8"))
    .replace("page.js", named(".js")).replace("page.css", named(".css")).replace("icon.svg", named(".svg"));
await writeFile(`${out}/index.html`, document);
