/**
 * `npm run bench:<name>`: runs `bench/<name>.mjs`, whose `bench` prints a measurement of ours and
 * its peers in one run. What they share: bench/server.mjs, bench/origin.mjs, bench/watch-memory.mjs.
 */
const name = process.argv[2] ?? '';
const module = /** @type {{ bench: () => Promise<void> }} */ (await import(`./bench/${name}.mjs`));
await module.bench();
