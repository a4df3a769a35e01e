// The torture of ../torture, for a few cycles. `./rivet torture` runs as many as wished.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Torture } from "../torture/torture.mjs";
import { Platform } from "./platform.mjs";
import { full } from "./support.mjs";

const CYCLES = full ? 200 : 5;
const SEED = Number(process.env.RIVET_SEED ?? Date.now() % 1_000_000);

test(`torture: ${CYCLES} cycles, seed ${SEED}`, { timeout: CYCLES * 60_000 }, async (t) => {
    t.diagnostic(`again with ./rivet torture --cycles ${CYCLES} --seed ${SEED}`);
    const home = await mkdtemp(join(tmpdir(), "rivet-torture-"));
    const platform = Platform.torture(home);
    t.after(async () => {
        await platform.kill();
        await rm(home, { recursive: true, force: true, maxRetries: 5 });
    });
    const sum = await new Torture(platform, SEED).run(CYCLES, (line) => t.diagnostic(line));
    t.diagnostic(JSON.stringify(sum));
});
