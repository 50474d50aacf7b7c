import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from '../setup/repository.mjs';

/**
 * Fetches URLs concurrently with the server's fetcher, but without the server. Sends the time that
 * each took in seconds, and the peak memory use in MB, to the parent process.
 *
 * @typedef {typeof import('../../apps/api/src/infra/egress/egress-policy.js')} Policy
 * @typedef {typeof import('../../apps/api/src/infra/egress/egress.service.js')} Egress
 * @typedef {typeof import('../../apps/api/src/source/lanes/host-budget.js')} Budget
 * @typedef {typeof import('../../apps/api/src/source/client/source-client.js')} Client
 * @typedef {typeof import('../../apps/api/src/source/source-fetcher.js')} Fetcher
 */
const [{ folder, urls, size }] = /** @type {[{ folder: string, urls: string[], size: number }]} */ (
  await once(process, 'message')
);
const paths = [
  'infra/egress/egress-policy.js',
  'infra/egress/egress.service.js',
  'source/lanes/host-budget.js',
  'source/client/source-client.js',
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
const seconds = await Promise.all(
  urls.map(async (url) => {
    // The fetcher would find an earlier round's file in its folder and have nothing to fetch.
    const ownFolder = await mkdtemp(join(folder, 'ours-'));
    const [file] = await fetcher.fetch({
      streams: [{ url, headers: {}, protocol: 'file', segments: null }],
      folder: ownFolder,
      site: 'other',
      signal: new AbortController().signal,
      durationSeconds: null,
      renew: () => Promise.reject(new Error('The origin refused a URL of the benchmark')),
      onBytes: () => undefined,
      onKept: () => undefined,
      onTotal: () => undefined,
    });
    const taken = (performance.now() - startedMs) / 1000;
    const { size: fetched } = await stat(file?.path ?? '');
    assert.equal(fetched, size);
    await rm(ownFolder, { recursive: true });
    return taken;
  }),
);
await egress.onApplicationShutdown();
process.send?.({ seconds, peak: process.resourceUsage().maxRSS / 1024 });
process.disconnect();
