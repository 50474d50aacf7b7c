import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { startServer } from './server.mjs';

const CONNECTIONS = 8;
const WARM_UP_MS = 2000;
const MEASURED_MS = 4000;
/** The kinds are measured in turns, so that what else the machine does hits all of them. */
const ROUNDS = 3;

/**
 * @typedef {object} Measured
 * @property {number} perSecond
 * @property {number} p99 milliseconds
 * @property {number} bytes of a reply, with its head
 * @property {number} cpu milliseconds of the server for a reply: what a busy machine does not change
 */

/**
 * Requests per second, p99 and processor time for a cached and an uncached page, and (in brackets) as
 * a share of what a static file of the same process reaches.
 */
export async function bench() {
  const server = await startServer({ RATE_LIMIT: 'off' });
  try {
    const asset = await styleSheet(server.url);
    let count = 0;
    const kinds = {
      'static file': () => asset,
      'cached page': () => '/',
      // A prefilled form is nobody else's page.
      'uncached page': () => `/?url=https%3A%2F%2Fvimeo.com%2F${(count += 1)}`,
    };
    /** @type {Record<string, Measured[]>} */
    const rounds = {};
    for (const [name, path] of Object.entries(kinds)) {
      await load(server, path, WARM_UP_MS);
      rounds[name] = [];
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, path] of Object.entries(kinds)) {
        rounds[name]?.push(await load(server, path, MEASURED_MS));
      }
    }
    report(rounds);
  } finally {
    await server.stop();
  }
}

/**
 * The file that every page links: about as long as a page.
 * @param {string} url of the server
 */
async function styleSheet(url) {
  const page = await (await fetch(url)).text();
  const [, path] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  if (path === undefined) {
    throw new Error('The page links no style sheet');
  }
  return path;
}

/** @param {Record<string, Measured[]>} rounds */
function report(rounds) {
  const [reference] = Object.values(rounds).map(median);
  const ratio = (/** @type {number} */ one, /** @type {number} */ other) =>
    (one / other).toFixed(2);
  for (const [name, all] of Object.entries(rounds)) {
    const { perSecond, p99, bytes, cpu } = median(all);
    console.log(
      [
        name.padEnd(13),
        `${perSecond.toFixed(0).padStart(5)} requests/s (${ratio(perSecond, reference?.perSecond ?? 1)})`,
        `p99 ${p99.toFixed(1)} ms`,
        `${cpu.toFixed(3)} ms of processor (${ratio(reference?.cpu ?? 1, cpu)})`,
        `${bytes} bytes`,
      ].join('   '),
    );
  }
}

/** @param {Measured[]} all */
function median(all) {
  const sorted = [...all].sort((one, other) => one.perSecond - other.perSecond);
  return /** @type {Measured} */ (sorted[Math.floor(sorted.length / 2)]);
}

/**
 * Asks for one path after the other on some connections, as browsers do, for a while.
 * @param {import('./server.mjs').BenchServer} server
 * @param {() => string} path
 * @param {number} forMs
 * @returns {Promise<Measured>}
 */
async function load(server, path, forMs) {
  const { hostname, port } = new URL(server.url);
  const cpuBefore = processorMs(server.pid);
  const begun = performance.now();
  /** @type {number[]} */
  const times = [];
  let bytes = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      while (performance.now() - begun < forMs) {
        const asked = performance.now();
        socket.write(
          `GET ${path()} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/html\r\nAccept-Language: en\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
        );
        bytes = await replyLength(socket);
        times.push(performance.now() - asked);
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  times.sort((one, other) => one - other);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  const cpu = (processorMs(server.pid) - cpuBefore) / times.length;
  return { perSecond: times.length / seconds, p99, bytes, cpu };
}

/**
 * What a process and its threads have taken of the processor so far (Linux: utime and stime, in
 * hundredths of a second).
 * @param {number} pid
 */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Reads one reply: a client of the standard library would cost more than the server.
 * @param {import('node:net').Socket} socket
 * @returns {Promise<number>}
 */
function replyLength(socket) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let length = 0;
    let expected = Number.NaN;
    const end = (/** @type {() => void} */ then) => {
      socket.off('data', read).off('close', lost);
      then();
    };
    const lost = () => end(() => reject(new Error('the server closed the connection')));
    const read = (/** @type {Buffer} */ chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (Number.isNaN(expected)) {
        const head = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
        if (!head.startsWith('HTTP/1.1 200 ')) {
          end(() => reject(new Error(head.slice(0, 60))));
          return;
        }
        const [, body] = /\ncontent-length: (\d+)/i.exec(head) ?? [];
        expected = body === undefined ? Infinity : head.length + 4 + Number(body);
      }
      const tail = chunk.subarray(-5).toString('latin1');
      if (length === expected || (expected === Infinity && tail === '0\r\n\r\n')) {
        end(() => resolve(length));
      }
    };
    socket.on('data', read).on('close', lost);
  });
}
