#!/usr/bin/env node
import { benchMerge } from './bench/merge.mjs';
import { benchMemory } from './bench/server-memory.mjs';

const BENCHES = { merge: benchMerge, memory: benchMemory };
const bench = BENCHES[process.argv[2] ?? ''];
if (bench === undefined) {
  console.error(`usage: node scripts/bench.mjs ${Object.keys(BENCHES).join('|')}`);
  process.exit(1);
}
await bench();
