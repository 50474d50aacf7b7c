#!/usr/bin/env node
import { benchMerge } from './bench/merge.mjs';

const BENCHES = { merge: benchMerge };
const bench = BENCHES[process.argv[2] ?? ''];
if (bench === undefined) {
  console.error(`usage: node scripts/bench.mjs ${Object.keys(BENCHES).join('|')}`);
  process.exit(1);
}
await bench();
