import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import { promisify } from 'node:util';
import { startServer } from './server.mjs';
import { watchMemory } from './watch-memory.mjs';

const YT_DLP = process.env.YT_DLP_PATH ?? 'yt-dlp';
const COLD_RUNS = 15;
const WARM_RUNS = 100;
const CACHED_RUNS = 3000;
const AT_ONCE = 100;
const LANES = 4;

const run = promisify(execFile);

/**
 * What a search costs: the cold command line, the warm extractor, an answer that is remembered;
 * then many different searches by many visitors at one instant.
 */
export async function bench() {
  const site = await startSite();
  const server = await startServer({ RATE_LIMIT: 'off' });
  try {
    console.log(`yt-dlp ${execFileSync(YT_DLP, ['--version'], { encoding: 'utf8' }).trim()}`);
    const link = pages(site.url);
    // The parent is loaded, and what the server compiles on its way is compiled.
    await series(10, () => search(server.url, link()));

    const argv = ['--ignore-config', '-J', '--no-playlist', '--format', 'best*', '--no-cache-dir'];
    const cold = () => run(YT_DLP, [...argv, '--', link()], { maxBuffer: 1e8 });
    const coldRate = await report('cold command line', COLD_RUNS, cold);
    const warmRate = await report('warm extractor', WARM_RUNS, () => search(server.url, link()));
    console.log(`  ${(warmRate / coldRate).toFixed(1)} times as many`);
    const known = link();
    await report('remembered answer', CACHED_RUNS, () => search(server.url, known));
  } finally {
    await server.stop();
  }
  await crowd(site.url);
  await site.stop();
}

/**
 * Prints how long it takes one after another, and how many are done in a second side by side.
 * @param {string} name
 * @param {number} count
 * @param {() => Promise<unknown>} work
 * @returns {Promise<number>} a second
 */
async function report(name, count, work) {
  const times = await series(count, work);
  const begun = performance.now();
  await Promise.all(Array.from({ length: LANES }, () => series(Math.ceil(count / LANES), work)));
  const rate = (Math.ceil(count / LANES) * LANES) / ((performance.now() - begun) / 1000);
  const at = (/** @type {number} */ share) => times[Math.ceil(times.length * share) - 1] ?? 0;
  console.log(
    `${name.padEnd(20)} median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms; ${LANES} side by side: ${rate.toFixed(1)} a second`,
  );
  return rate;
}

/**
 * @param {number} count
 * @param {() => Promise<unknown>} work
 * @returns {Promise<number[]>} milliseconds, in rising order
 */
async function series(count, work) {
  const times = [];
  for (let done = 0; done < count; done += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
}

/**
 * A hundred visitors, each with a link of their own, at one instant.
 * @param {string} site
 */
async function crowd(site) {
  const server = await startServer({ RATE_LIMIT: 'on' });
  try {
    const link = pages(site);
    await series(5, () => search(server.url, link()));
    const memory = watchMemory(server.pid, { withChildren: true });
    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, visitor) =>
        search(server.url, link(), {
          accept: 'application/x-ndjson',
          'x-forwarded-for': `198.51.${100 + Math.floor(visitor / 200)}.${visitor + 1}`,
        }),
      ),
    );
    const seconds = (performance.now() - begun) / 1000;
    const found = answers.filter(({ text }) => text.includes('"type":"result"'));
    const placed = answers.filter(({ text }) => text.includes('"type":"waiting"'));
    const refused = answers.filter(({ status }) => status === 503);
    console.log(
      `${AT_ONCE} at one instant    ${found.length} answered (${placed.length} told their place), ${refused.length} told to come back, ${AT_ONCE - found.length - refused.length} lost; ${seconds.toFixed(1)} s; all processes ${memory.stop()} MB at most`,
    );
  } finally {
    await server.stop();
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/**
 * @param {string} url of the server
 * @param {string} link
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{ status: number, text: string }>}
 */
async function search(url, link, headers = {}) {
  const request = send(`${url}/api/download-video`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  request.end(JSON.stringify({ tweet_url: link }));
  const [response] = /** @type {[import('node:http').IncomingMessage]} */ (
    await once(request, 'response')
  );
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) {
    text += chunk;
  }
  if (response.statusCode !== 200 && response.statusCode !== 503) {
    throw new Error(`${response.statusCode}: ${text}`);
  }
  return { status: response.statusCode, text };
}

/**
 * Another page at each call.
 * @param {string} site
 */
function pages(site) {
  let page = 0;
  return () => `${site}/page/${process.pid}-${(page += 1)}-${Math.random().toString(36).slice(2)}`;
}

/** A page with a player, and its clip. */
async function startSite() {
  const server = createServer((request, response) => {
    const isClip = request.url?.endsWith('.mp4') ?? false;
    response.writeHead(200, { 'content-type': isClip ? 'video/mp4' : 'text/html' });
    response.end(
      isClip
        ? Buffer.alloc(2000)
        : `<title>${request.url}</title><video><source src="/clip.mp4" type="video/mp4"></video>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
