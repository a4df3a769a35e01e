// ./rivet torture [--cycles N] [--seed S]
import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { torture } from "./torture.mjs";

const HOME = fileURLToPath(new URL("../target/torture", import.meta.url));

function wishes() {
    try {
        const { values } = parseArgs({ options: { cycles: { type: "string", default: "5" }, seed: { type: "string", default: `${Date.now() % 1_000_000}` } } });
        const [cycles, seed] = [Number(values.cycles), Number(values.seed)];
        if (Number.isInteger(cycles) && cycles > 0 && Number.isInteger(seed)) {
            return { cycles, seed };
        }
    } catch {
        // neither understood
    }
    console.error("usage: ./rivet torture [--cycles N] [--seed S], with whole numbers");
    process.exit(2);
}

const { cycles, seed } = wishes();
console.log(`${cycles} cycles, seed ${seed}; again with ./rivet torture --cycles ${cycles} --seed ${seed}`);
await rm(HOME, { recursive: true, force: true });
await mkdir(HOME, { recursive: true });
const begin = Date.now();
try {
    const sum = await torture({ cycles, seed, home: HOME, tell: (line) => console.log(line) });
    console.log(`held in ${Math.round((Date.now() - begin) / 1_000)} s: ${JSON.stringify(sum)}`);
} catch (e) {
    console.error(e.stack);
    process.exitCode = 1;
}
process.exit();
