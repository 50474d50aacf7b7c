import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from '../../setup/repository.mjs';
import { BLOCK, bytesAt } from './numbered-bytes.mjs';

/**
 * @typedef {typeof import('../../../apps/api/src/infra/egress/egress-policy.js')} Policy
 * @typedef {typeof import('../../../apps/api/src/infra/egress/egress.service.js')} Egress
 * @typedef {typeof import('../../../apps/api/src/source/host-budget.js')} Budget
 * @typedef {typeof import('../../../apps/api/src/source/source-client.js')} Client
 * @typedef {typeof import('../../../apps/api/src/source/source-fetcher.js')} Fetcher
 */

/** Runs the server's fetcher without the server: one task per URL, all at once. */
const { folder, urls, size } = /** @type {{ folder: string, urls: string[], size: number }} */ (
  JSON.parse(process.argv[2] ?? '{}')
);
const paths = [
  'infra/egress/egress-policy.js',
  'infra/egress/egress.service.js',
  'source/host-budget.js',
  'source/source-client.js',
  'source/source-fetcher.js',
];
const modules = await Promise.all(paths.map((path) => import(fromRoot('apps/api/dist', path))));
const { parseEgressAllow, EgressService, HostBudget, SourceClient, SourceFetcher } =
  /** @type {Policy & Egress & Budget & Client & Fetcher} */ (Object.assign({}, ...modules));

const allow = parseEgressAllow('127.0.0.0/8');
const egress = new EgressService({ allow, ownHosts: [], ownEndpoints: [] });
const limits = { MAX_FILE_BYTES: 2 ** 32, MAX_DURATION_SECONDS: 3600 };
const fetcher = new SourceFetcher(limits, new SourceClient(egress), new HostBudget());
const startedMs = performance.now();
const ends = await Promise.all(urls.map(fetchOne));
await egress.onApplicationShutdown();
process.send?.({ ends, peak: process.resourceUsage().maxRSS / 1024 });
process.disconnect();

/**
 * @param {string} url
 * @param {number} at
 * @returns {Promise<number>} seconds since the common start
 */
async function fetchOne(url, at) {
  const own = join(folder, `ours-${at}`);
  await mkdir(own);
  const [file] = await fetcher.fetch({
    streams: [{ url, headers: {}, protocol: 'file', segments: null }],
    folder: own,
    site: 'other',
    signal: new AbortController().signal,
    durationSeconds: null,
    renew: () => Promise.reject(new Error('The origin refused a URL of the benchmark')),
    onBytes: () => undefined,
    onKept: () => undefined,
    onTotal: () => undefined,
  });
  const seconds = (performance.now() - startedMs) / 1000;
  await checkBytes(file?.path ?? '');
  await rm(own, { recursive: true });
  return seconds;
}

/** @param {string} path */
async function checkBytes(path) {
  let at = 0;
  const chunks = /** @type {AsyncIterable<Buffer>} */ (
    createReadStream(path, { highWaterMark: BLOCK })
  );
  for await (const chunk of chunks) {
    assert(chunk.equals(bytesAt(at, size)), `wrong bytes at ${at}`);
    at += chunk.length;
  }
  assert.equal(at, size, `${at} bytes were fetched of ${size}`);
}
