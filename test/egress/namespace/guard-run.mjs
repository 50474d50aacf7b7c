// Runs inside the namespace (../enter-namespace.ts). Tries every vector in each way of requesting
// it, and prints a JSON report.
import http from 'node:http';
import { join } from 'node:path';
import { ytdlpArgv } from '../../../apps/api/dist/extract/extractors/ytdlp/ytdlp.argv.js';
import { parseEgressAllow } from '../../../apps/api/dist/infra/egress/egress-policy.js';
import { EgressService } from '../../../apps/api/dist/infra/egress/egress.service.js';
import { ForwardProxy } from '../../../apps/api/dist/infra/egress/forward-proxy.js';
import { OWN_HOST, PUBLIC } from './names.mjs';
import { openRecklessProxy } from './reckless-proxy.mjs';
import { publicSite } from './site.mjs';
import { CANARY } from './wire.mjs';
import { openWorld, readVectors } from './world.mjs';
import { entriesOf, YT_DLP_VERSION, ytdlp } from './ytdlp.mjs';

const [folder, world] = process.argv.slice(2);
const vectors = readVectors(world);
const blocked = vectors.filter(({ expected }) => expected === 'blocked').map(({ url }) => url);
const allowed = vectors.filter(({ expected }) => expected === 'allowed').map(({ url }) => url);
const TURNS_OF_A_REBINDING_NAME = 4;
/**
 * Ends requests that hang, in milliseconds. Everything requested here is served or refused
 * immediately.
 */
const DEADLINE_MS = 20_000;
const turnsOf = (url) => (url.includes('rebind') ? TURNS_OF_A_REBINDING_NAME : 1);

const { site, requests } = publicSite(blocked);
const { wire, close } = await openWorld(world, { folder, site });

const newService = (proxyOf = () => null) =>
  new EgressService({
    allow: parseEgressAllow(''),
    ownHosts: [OWN_HOST],
    ownEndpoints: [],
    proxyOf,
  });

/**
 * Sends one guarded request on a fresh connection. @returns `200 <host>`, or the error's name and
 * reason
 */
async function fetchGuarded(url, proxyOf) {
  const service = newService(proxyOf);
  try {
    const answer = await service.request(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    const body = await answer.body.text();
    return body.includes(CANARY) ? CANARY : `${answer.status} ${new URL(answer.url).host}`;
  } catch (error) {
    return `${error.name} ${error.reason}`;
  } finally {
    await service.onApplicationShutdown();
  }
}

async function eachGuarded(urls, proxyOf) {
  const rows = [];
  for (const url of urls) {
    const { result, leaks } = await wire.leaksOf(async () => {
      const outcomes = [];
      for (let turn = 0; turn < turnsOf(url); turn += 1) {
        outcomes.push(await fetchGuarded(url, proxyOf));
      }
      return outcomes;
    });
    rows.push({ url, outcomes: result, leaks });
  }
  return rows;
}

function fetchUnguarded(url, hops = 3) {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: DEADLINE_MS }, (response) => {
      const { location } = response.headers;
      const next = location && URL.canParse(location, url) ? new URL(location, url) : null;
      response.resume().on('close', () => {
        resolve(
          next?.protocol === 'http:' && hops > 0 ? fetchUnguarded(next.href, hops - 1) : null,
        );
      });
    });
    request.on('timeout', () => request.destroy()).on('error', resolve);
  });
}

/** Requests the vectors without the guard, to prove that the canary notices leaks. */
async function unguarded() {
  const rows = [];
  for (const url of blocked.filter(
    (one) => URL.canParse(one) && new URL(one).protocol === 'http:',
  )) {
    const { leaks } = await wire.leaksOf(async () => {
      for (let turn = 0; turn < turnsOf(url); turn += 1) {
        await fetchUnguarded(url);
      }
    });
    rows.push({ url, leaks });
  }
  return rows;
}

const proxy = new ForwardProxy(newService());
await proxy.onModuleInit();

/** Runs yt-dlp through the forward proxy, as in production, on many pages in one process. */
async function batch(urls, more = []) {
  const session = proxy.openSession();
  const flags = ytdlpArgv({
    url: 'unused',
    version: YT_DLP_VERSION,
    extractors: undefined,
    proxyUrl: session.proxyUrl,
    cacheDir: join(folder, 'cache'),
  }).slice(0, -2);
  const seenBefore = requests.length;
  const { result, leaks } = await wire.leaksOf(() =>
    ytdlp([...flags, '--ignore-errors', ...more], urls),
  );
  const refused = session.refused();
  session.close();
  return {
    asked: urls.length,
    answered: result.infos.length,
    leaks,
    refused,
    secret: JSON.stringify(result.infos).includes(CANARY) || result.stderr.includes(CANARY),
    stderr: result.stderr.slice(-2000),
    reached: requests.slice(seenBefore).map(({ host, path }) => host + path),
    infos: result.infos,
  };
}

const withTurns = (urls) => urls.flatMap((url) => Array(turnsOf(url)).fill(url));
const redirects = blocked.flatMap((url, index) =>
  /^[a-z]+:/i.test(url)
    ? [`http://pub.test/go/${[301, 302, 303, 307, 308][index % 5]}/${index}`]
    : [],
);
const whole = `0-${blocked.length}`;
const manifests = ['master', 'segments', 'dash'].map(
  (kind) => `http://pub.test/${kind}/${whole}/x.${kind === 'dash' ? 'mpd' : 'm3u8'}`,
);

async function ytdlpRuns() {
  const { infos, ...manifestRun } = await batch(manifests);
  const entries = [...new Set(infos.flatMap(entriesOf))].filter((url) => typeof url === 'string');
  const download = ['--no-simulate', '-o', join(folder, '%(id)s.%(ext)s'), '-f', 'all'];
  const fragments = ['--fragment-retries', '0', '--retries', '0', '--skip-unavailable-fragments'];
  const runs = {
    pages: await batch(withTurns(blocked)),
    normalised: await batch(
      withTurns(blocked.filter((url) => URL.canParse(url)).map((url) => new URL(url).href)),
    ),
    allowed: await batch(allowed),
    redirects: await batch(redirects),
    html: await batch([`http://pub.test/page/${whole}/x.html`]),
    manifests: manifestRun,
    downloads: await batch(manifests, [...download, ...fragments]),
  };
  return { runs, entries };
}

async function ytdlpUnguarded() {
  const urls = ['http://127.0.0.1/', 'http://loop.test/', redirects[0], manifests[1]];
  const flags = ['--ignore-config', '--no-cache-dir', '--ignore-errors', '-J'];
  return (await wire.leaksOf(() => ytdlp(flags, urls))).leaks;
}

/** Requests vectors and redirects again, this time through an operator's outbound proxy. */
async function proxied() {
  const proxy = await openRecklessProxy(PUBLIC);
  try {
    const urls = [...vectors.map(({ url }) => url), ...redirects];
    return { rows: await eachGuarded(urls, () => proxy.upstream), hosts: proxy.hosts() };
  } finally {
    proxy.close();
  }
}

async function wholeReport() {
  const { runs, entries } = await ytdlpRuns();
  return {
    unguarded: await unguarded(),
    unguardedYtdlp: await ytdlpUnguarded(),
    fetches: await eachGuarded(vectors.map(({ url }) => url)),
    redirects: await eachGuarded(redirects),
    proxied: await proxied(),
    entries: await eachGuarded(entries),
    ytdlp: Object.fromEntries(
      Object.entries(runs).map(([name, run]) => [name, { ...run, infos: undefined }]),
    ),
  };
}

async function loopbackReport() {
  return {
    unguarded: await unguarded(),
    fetches: await eachGuarded(blocked),
    ytdlp: { pages: { ...(await batch(blocked)), infos: undefined } },
  };
}

const report = world === 'loopback' ? await loopbackReport() : await wholeReport();
await proxy.onApplicationShutdown();
close();
process.stdout.write(JSON.stringify(report));
