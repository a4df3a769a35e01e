// The torture of ../torture for the demo: the platform is killed in the middle of increments and chat messages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { demoKinds } from "../torture/demo.mjs";
import { torture } from "../torture/torture.mjs";
import { Platform } from "./platform.mjs";
import { full } from "./support.mjs";

const KILLS = full ? 20 : 3;
const SEED = Number(process.env.RIVET_SEED ?? Date.now() % 1_000_000);

test(`crash: ${KILLS} kills, seed ${SEED}`, { timeout: KILLS * 120_000 }, async (t) => {
    t.diagnostic(`seed ${SEED}, to be given as RIVET_SEED`);
    const platform = await Platform.demo((end) => t.after(end));
    const sum = await torture({ cycles: KILLS, seed: SEED, home: platform.home, platform, kinds: demoKinds, tell: (line) => t.diagnostic(line) });
    t.diagnostic(JSON.stringify(sum));
    assert.ok(sum.acknowledged >= KILLS, "there was traffic");
});
