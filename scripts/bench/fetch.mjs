import { execFile, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fromRoot } from '../setup/repository.mjs';
import { watchMemory } from './watch-memory.mjs';

const SIZE = 613e6;
/** What a throttled connection gets, bytes a second. */
const RATE = 5e6;
/** Requests at once that the crowded source answers; those above get 429. */
const CROWD = 6;
const ROUNDS = 3;
const BLOCK = 2 ** 20;

const THIS_FILE = fileURLToPath(import.meta.url);

/**
 * How fast one file comes from a source that limits each connection: our fetcher against aria2c and
 * the yt-dlp command line, with the source in a process of its own on loopback. Then what has no
 * peer: no limit, two tasks at once, and a source that takes only a few connections.
 */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-bench-fetch-'));
  const origin = fork(THIS_FILE, ['origin']);
  try {
    const [{ url }] = /** @type {[{ url: string }]} */ (await once(origin, 'message'));
    console.log(
      `${cpus().length} cores, Node ${process.version}; ${SIZE / 1e6} MB over loopback, medians of ${ROUNDS}\n`,
    );
    await compare(`${url}/throttled`, folder, `${RATE / 1e6} MB/s for each connection`, true);
    await compare(`${url}/free`, folder, 'no limit', false);
    await extras(url, folder);
  } finally {
    origin.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} url @param {string} folder @param {string} title
 * @param {boolean} isSlow yt-dlp would take minutes then, and gets a tenth of the bytes
 */
async function compare(url, folder, title, isSlow) {
  const out = join(folder, 'peer.mp4');
  const hasAria = spawnSync('aria2c', ['--version']).status === 0;
  const ours = [];
  const aria = [];
  const tuned = [];
  const ytdlp = [];
  let memory = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await fetchOurs([`${url}.mp4`], folder);
    ours.push(own.seconds);
    memory = Math.max(memory, own.memory);
    if (hasAria) {
      const argv = ['-q', '-x16', '-s16', '-d', folder, '-o', 'peer.mp4', `${url}.mp4`];
      aria.push(await timed('aria2c', argv, out));
      tuned.push(await timed('aria2c', ['-k1M', '--file-allocation=none', ...argv], out));
    }
    if (!isSlow || round === 0) {
      const source = isSlow ? `${url}-tenth.mp4` : `${url}.mp4`;
      ytdlp.push(
        (await timed('yt-dlp', ['-q', '--no-warnings', '-o', out, source], out)) *
          (isSlow ? 10 : 1),
      );
    }
  }
  console.log(`${title}:`);
  row('ours', ours, `memory at its peak ${memory} MB`);
  row('aria2c -x16', aria, hasAria ? ratio(ours, aria) : 'not here: apt-get install aria2');
  row('  and -k1M', tuned, hasAria ? ratio(ours, tuned) : '');
  const remark = isSlow ? 'once, a tenth of the bytes, times ten; ' : '';
  row('yt-dlp', ytdlp, remark + ratio(ours, ytdlp));
}

/** @param {string} url @param {string} folder */
async function extras(url, folder) {
  const two = await fetchOurs([`${url}/throttled.mp4?a`, `${url}/throttled.mp4?b`], folder);
  console.log('\ntwo tasks at once on one host, each of that size, throttled:');
  two.ends.forEach((seconds, at) => row(`ours, task ${at + 1}`, [seconds], ''));
  const crowded = await fetchOurs([`${url}/crowded.mp4`], folder);
  const refused = await (await fetch(`${url}/refusals`)).text();
  console.log(`\n429 for all but ${CROWD} requests at once, throttled:`);
  row('ours', [crowded.seconds], `no error; ${refused} requests were refused`);
}

/** @param {string} name @param {number[]} seconds @param {string} remark */
function row(name, seconds, remark) {
  const time = seconds.length === 0 ? '-' : `${median(seconds).toFixed(1)} s`;
  console.log(`  ${name.padEnd(16)} ${time.padStart(8)}  ${remark}`);
}

/** @param {number[]} ours @param {number[]} theirs */
function ratio(ours, theirs) {
  return `ours / this = ${(median(ours) / median(theirs)).toFixed(2)}`;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** @param {string} command @param {string[]} argv @param {string} out is removed afterwards */
async function timed(command, argv, out) {
  const begun = performance.now();
  await promisify(execFile)(command, argv);
  const seconds = (performance.now() - begun) / 1000;
  await rm(out);
  return seconds;
}

/**
 * One task for each URL, all at once, in a fresh process.
 * @param {string[]} urls @param {string} folder
 * @returns {Promise<{ seconds: number, ends: number[], memory: number }>}
 */
async function fetchOurs(urls, folder) {
  const child = fork(THIS_FILE, ['ours', folder, ...urls], {
    execArgv: ['--max-semi-space-size=4'],
  });
  const memory = watchMemory(child.pid ?? 0);
  const gone = once(child, 'exit');
  const [{ ends }] = /** @type {[{ ends: number[] }]} */ (await once(child, 'message'));
  await gone;
  return { seconds: Math.max(...ends), ends, memory: memory.stop() };
}

/**
 * What is used of the built server.
 * @typedef {object} Built
 * @property {(text: string) => object} parseEgressAllow
 * @property {new (options: object) => { onApplicationShutdown: () => Promise<void> }} EgressService
 * @property {new () => object} HostBudget
 * @property {new (egress: object) => object} SourceClient
 * @property {new (...parts: object[]) => { fetch: (job: object) => Promise<{ path: string }[]> }} SourceFetcher
 */
const BUILT = [
  'infra/egress/egress-policy.js',
  'infra/egress/egress.service.js',
  'source/host-budget.js',
  'source/source-client.js',
  'source/source-fetcher.js',
];

/** The fetcher as the server has it, without the server. @param {string} folder @param {string[]} urls */
async function runOurs(folder, urls) {
  const modules = await Promise.all(
    BUILT.map((path) => /** @type {Promise<object>} */ (import(fromRoot('apps/api/dist', path)))),
  );
  const { parseEgressAllow, EgressService, HostBudget, SourceClient, SourceFetcher } =
    /** @type {Built} */ (Object.assign({}, ...modules));
  const allow = parseEgressAllow('127.0.0.0/8');
  const egress = new EgressService({ allow, ownHosts: [], ownEndpoints: [] });
  const limits = { MAX_FILE_BYTES: 2 ** 32, MAX_DURATION_SECONDS: 3600 };
  const fetcher = new SourceFetcher(limits, new SourceClient(egress), new HostBudget());
  const begun = performance.now();
  const ends = await Promise.all(
    urls.map(async (url, at) => {
      const own = join(folder, `ours-${at}`);
      await mkdir(own);
      const [file] = await fetcher.fetch({
        streams: [{ url, headers: {}, protocol: 'file', segments: null }],
        folder: own,
        signal: new AbortController().signal,
        durationSeconds: null,
        renew: () => Promise.reject(new Error('a URL of the benchmark was refused')),
        onBytes: () => undefined,
        onTotal: () => undefined,
      });
      const seconds = (performance.now() - begun) / 1000;
      await check(file?.path ?? '');
      await rm(own, { recursive: true });
      return seconds;
    }),
  );
  await egress.onApplicationShutdown();
  process.send?.({ ends });
}

/** The bytes at a position of the file: each block begins with its number. @param {number} at @param {number} end */
function bytesAt(at, end) {
  const block = Buffer.alloc(BLOCK, 'dipper');
  block.writeUInt32BE(Math.floor(at / BLOCK));
  const from = at % BLOCK;
  return block.subarray(from, Math.min(BLOCK, from + end - at));
}

/** @param {string} path @throws when the file is not what the origin has */
async function check(path) {
  let at = 0;
  const chunks = /** @type {AsyncIterable<Buffer>} */ (
    createReadStream(path, { highWaterMark: BLOCK })
  );
  for await (const chunk of chunks) {
    if (!chunk.equals(bytesAt(at, SIZE))) {
      throw new Error(`wrong bytes at ${at}`);
    }
    at += chunk.length;
  }
  if (at !== SIZE) {
    throw new Error(`${at} bytes`);
  }
}

/** Serves ranges of the file. */
async function runOrigin() {
  let [atOnce, refused] = [0, 0];
  const server = http.createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/refusals') {
      response.end(String(refused));
      return;
    }
    if (path.startsWith('/crowded') && atOnce >= CROWD) {
      refused += 1;
      response.writeHead(429).end();
      return;
    }
    atOnce += 1;
    response.once('close', () => (atOnce -= 1));
    const size = path.includes('-tenth') ? SIZE / 10 : SIZE;
    const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const start = Number(asked?.[1] ?? 0);
    const end = asked?.[2] ? Math.min(Number(asked[2]) + 1, size) : size;
    response.writeHead(asked === null ? 200 : 206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end - start,
      etag: '"1"',
      ...(asked !== null && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    });
    if (request.method === 'HEAD') {
      response.end();
    } else {
      void send(response, start, end, path.startsWith('/free') ? Infinity : RATE);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  process.send?.({ url: `http://127.0.0.1:${port}` });
}

/** When a connection may send again: kept with the connection, so that a new request is no new start. */
const freeAt = /** @type {WeakMap<object, number>} */ (new WeakMap());

/**
 * @param {http.ServerResponse} response @param {number} start @param {number} end
 * @param {number} rate bytes a second on this connection, never caught up after a pause
 */
async function send(response, start, end, rate) {
  const { socket } = response;
  for (let at = start; at < end && !response.destroyed && socket !== null;) {
    const piece = bytesAt(at, rate === Infinity ? end : Math.min(end, at + rate / 50));
    at += piece.length;
    if (rate !== Infinity) {
      const now = performance.now();
      const from = Math.max(now - 40, freeAt.get(socket) ?? now);
      freeAt.set(socket, from + (piece.length / rate) * 1000);
      await new Promise((resolve) => setTimeout(resolve, from - now));
    }
    // Called back when the connection has taken it, or has gone.
    await new Promise((resolve) => response.write(piece, resolve));
  }
  response.end();
}

const [, script, mode, ...rest] = process.argv;
if (script === THIS_FILE && mode === 'origin') {
  await runOrigin();
} else if (script === THIS_FILE && mode === 'ours') {
  const [folder = '', ...urls] = rest;
  await runOurs(folder, urls);
  process.disconnect();
}
