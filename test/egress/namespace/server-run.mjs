// Runs inside the namespace (../enter-namespace.ts). Tests the built server over HTTP and prints a
// JSON report.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ServerProcess } from '../../harness/server-process.mjs';
import { grantingYtdlp, pageOf } from './granting-ytdlp.mjs';
import { OWN_HOST } from './names.mjs';
import { GRANTED, MERGED, SAMPLES } from './samples.mjs';
import { publicSite } from './site.mjs';
import { CANARY } from './wire.mjs';
import { openWorld, readVectors } from './world.mjs';

const MERGE_MS = 100_000;
const ANSWER_MS = 200_000;
/**
 * The number of concurrent requests, which is the number of pages that the server reads
 * concurrently on two cores.
 */
const AT_ONCE = 4;
const [folder, world] = process.argv.slice(2);
const all = readVectors(world);
const vectors = world === 'namespace' ? all.filter(({ url }) => SAMPLES.includes(url)) : all;
const blocked = all.filter(({ expected }) => expected === 'blocked').map(({ url }) => url);
const { site, requests } = publicSite(blocked);
const { wire, close } = await openWorld(world, { folder, site });

function startServer() {
  return new ServerProcess({
    dataDir: join(folder, 'data'),
    env: {
      EGRESS_ALLOW: '',
      YT_DLP_PATH: grantingYtdlp({
        folder,
        real: process.env.YT_DLP_PATH,
        urls: vectors.map(({ url }) => url),
      }),
      PUBLIC_URL: `http://${OWN_HOST}`,
    },
  }).ready();
}

/** @returns the status, the error code if there is one, and the body */
async function ask(method, path, body) {
  try {
    const response = await fetch(server.url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    const json = text.startsWith('{') ? JSON.parse(text) : null;
    return { status: response.status, code: json?.code, json, secret: text.includes(CANARY) };
  } catch (error) {
    return { status: 0, code: String(error.cause ?? error), json: null, secret: false };
  }
}

const search = (url) => ask('POST', '/api/download-video', { tweet_url: url });
const outcome = ({ status, code, secret }) => ({ status, code, secret });

/** Runs `action` for each item, a few at a time. The results keep the order of the items. */
async function each(items, action) {
  const results = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      results[next[0]] = await action(next[1]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/**
 * Returns one URL per turn for a rebinding name, so that the server's cache treats each as a new
 * page.
 */
const turns = (url) =>
  url.includes('rebind') ? [0, 1, 2, 3].map((turn) => `${url}?${turn}`) : [url];

const searches = () =>
  each(
    vectors.flatMap(({ url }) => turns(url).map((asked) => ({ url, asked }))),
    async ({ url, asked }) => ({ url, ...outcome(await search(asked)) }),
  );

const relayed = (path) =>
  each(vectors, async ({ url }) => ({
    url,
    ...outcome(await ask('GET', `${path}?url=${encodeURIComponent(url)}`)),
  }));

/** Requests a URL once, or once per turn of a rebinding name. */
async function dials(path, url) {
  const outcomes = [];
  for (let turn = 0; turn < turns(url).length; turn += 1) {
    outcomes.push(outcome(await ask('GET', `${path}?url=${encodeURIComponent(url)}`)));
  }
  return outcomes;
}

/** Makes a page grant some vectors, and then requests them. A grant must not override the guard. */
async function granted(kind, path) {
  await forgetPages();
  const chosen = [...vectors.entries()].filter(([, { url }]) => GRANTED.includes(url));
  return each(chosen, async ([index, { url }]) => {
    const { json } = await search(pageOf(kind, index));
    const handedOut = kind === 'media' ? json?.formats?.[0]?.url : json?.thumbnail_url;
    // The server may offer the URL verbatim or normalized.
    const isHandedOut = handedOut === url || (URL.canParse(url) && handedOut === new URL(url).href);
    return { url, isHandedOut, outcomes: await dials(path, isHandedOut ? handedOut : url) };
  });
}

/**
 * Clears the cached pages, because a URL that was granted as an image could not be granted as
 * media.
 */
async function forgetPages() {
  const host = join(folder, 'data', 'socket');
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query('DELETE FROM extraction');
  await client.end();
}

/**
 * Runs the tasks that a manifest offers, but only one audio conversion. @returns how each task
 * ended
 */
async function mergesOf(page) {
  const { status, code, json } = await search(page);
  const offered = (json?.formats ?? []).filter(({ task_id: id }) => id);
  const beyond = offered.filter(({ kind }) => kind === 'audio').slice(1);
  const tasks = offered.filter((one) => !beyond.includes(one)).map(({ task_id: id }) => id);
  const ends = await each(tasks, async (id) => {
    await ask('GET', `/api/download/start-merge?task_id=${id}`);
    const deadline = Date.now() + MERGE_MS;
    let state = null;
    while (!['complete', 'error', 'cancelled'].includes(state?.status) && Date.now() < deadline) {
      state = (await ask('GET', `/api/download/status/${id}`)).json;
      await pause(100);
    }
    return `${state?.status} ${state?.error_code}`;
  });
  return { page, search: status, code, ends };
}

const merges = () => {
  const kinds = ['segment', 'key', 'map'];
  const nested = MERGED.flatMap((url, sample) => {
    const index = blocked.indexOf(url);
    const kind = kinds[sample % kinds.length];
    return [`http://pub.test/nested/${index}-${index + 1}/${kind}.m3u8`];
  });
  const first = blocked.indexOf(MERGED[0]);
  const rest = kinds
    .slice(1)
    .map((kind) => `http://pub.test/nested/${first}-${first + 1}/${kind}.m3u8`);
  const manifests = ['master/0-10/x.m3u8', 'dash/0-10/x.mpd'];
  const pages = [...nested, ...rest, ...manifests.map((path) => `http://pub.test/${path}`)];
  return each(pages, mergesOf);
};

const server = await startServer();
const report = {};
const phases = {
  // Must run before any search, while nothing is granted.
  relay: () => relayed('/api/proxied_download'),
  image: () => relayed('/api/image-proxy'),
  searches,
  // These run only in a namespace, because they need the public site.
  ...(world === 'namespace' && {
    grantedPictures: () => granted('picture', '/api/image-proxy'),
    grantedMedia: () => granted('media', '/api/proxied_download'),
    merges,
  }),
};
for (const [name, phase] of Object.entries(phases)) {
  const { result, leaks } = await wire.leaksOf(phase);
  report[name] = { rows: result, leaks };
}
await server.kill('SIGKILL');
close();
const ownHostAsked = requests.some(({ host }) => host.startsWith(OWN_HOST));
process.stdout.write(JSON.stringify({ ...report, ownHostAsked }));
