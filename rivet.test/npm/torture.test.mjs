// The torture of ../torture, for a few cycles. `./rivet torture` runs as many as wished.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { torture } from "../torture/torture.mjs";
import { full } from "./support.mjs";

const CYCLES = full ? 200 : 5;
const SEED = Number(process.env.RIVET_SEED ?? Date.now() % 1_000_000);

test(`torture: ${CYCLES} cycles, seed ${SEED}`, { timeout: CYCLES * 180_000 }, async (t) => {
    t.diagnostic(`again with ./rivet torture --cycles ${CYCLES} --seed ${SEED}`);
    const home = await mkdtemp(join(tmpdir(), "rivet-torture-"));
    const sum = await torture({ cycles: CYCLES, seed: SEED, home, tell: (line) => t.diagnostic(line) });
    t.diagnostic(JSON.stringify(sum));
    await rm(home, { recursive: true, force: true, maxRetries: 5 }); // kept if something is wrong
});
