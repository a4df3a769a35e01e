// ./rivet torture [--cycles N] [--seed S]
import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Platform } from "../npm/platform.mjs";
import { Torture } from "./torture.mjs";

const HOME = fileURLToPath(new URL("../target/torture", import.meta.url));

const { values } = parseArgs({ options: { cycles: { type: "string", default: "5" }, seed: { type: "string" } } });
const cycles = Number(values.cycles);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(cycles) || cycles < 1 || !Number.isInteger(seed)) {
    console.error("usage: ./rivet torture [--cycles N] [--seed S], with whole numbers");
    process.exit(2);
}
console.log(`${cycles} cycles, seed ${seed}; again with ./rivet torture --cycles ${cycles} --seed ${seed}`);
await rm(HOME, { recursive: true, force: true });
await mkdir(HOME, { recursive: true });
const platform = Platform.torture(HOME);
const begin = Date.now();
try {
    const sum = await new Torture(platform, seed).run(cycles, (line) => console.log(line));
    console.log(`held in ${Math.round((Date.now() - begin) / 1_000)} s: ${JSON.stringify(sum)}`);
} catch (e) {
    console.error(`${e.stack}\nseed ${seed}; what was asked and answered, and the data, are in ${HOME}\nthe platform's last words:\n${platform.output.slice(-5_000)}`);
    process.exitCode = 1;
}
await platform.kill();
process.exit();
