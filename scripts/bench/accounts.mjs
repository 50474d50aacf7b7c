import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServices } from '../testing/services.mjs';
import { startOrigin } from './origin.mjs';
import { startServer, timeMerge } from './server.mjs';

const TRIES = 200;
const MERGE_BYTES = 600e6;
const ROUNDS = 5;
const LOGINS_AT_ONCE = 40;
const PASSWORD = 'Secret123';

/** @typedef {'known' | 'unknown'} Address */

/** What tells nobody whether an address is known, if both take the same time. */
const QUESTIONS = {
  'login, wrong password': (/** @type {string} */ email) =>
    /** @type {const} */ (['login', { email, password: 'Wrong4567' }]),
  'forgot-password': (/** @type {string} */ email) =>
    /** @type {const} */ (['forgot-password', { email }]),
  'resend-verification': (/** @type {string} */ email) =>
    /** @type {const} */ (['resend-verification', { email }]),
  register: (/** @type {string} */ email) =>
    /** @type {const} */ (['register', { email, password: PASSWORD }]),
};

/**
 * How long accounts take to answer for addresses that are known and not: medians over 200 tries each,
 * mixed at random, on both databases. Then a merge beside 40 logins at once, and without them.
 */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-bench-accounts-'));
  await writeFile(join(folder, 'default.json'), '{"authentication_enabled": true}');
  const services = await startServices();
  const databases = {
    'embedded database': { DOMAINS_DIR: folder },
    PostgreSQL: {
      DOMAINS_DIR: folder,
      DATABASE_URL: services.databaseUrl,
      SECRET: 'only for this benchmark',
    },
  };
  try {
    for (const [name, env] of Object.entries(databases)) {
      console.log(`\n${name}, ${TRIES} tries each`);
      await answers(env);
    }
    console.log(
      `\nA merge of ${MERGE_BYTES / 1e6} MB beside ${LOGINS_AT_ONCE} logins at once, medians of ${ROUNDS}`,
    );
    await besideMerge(databases['embedded database']);
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} url of the server
 * @param {readonly [string, object]} question endpoint and body
 * @returns {Promise<number>} milliseconds
 */
async function ask(url, [endpoint, body]) {
  const begun = performance.now();
  const reply = await fetch(`${url}/api/auth/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.text();
  if (reply.status >= 429) {
    throw new Error(`${endpoint}: ${reply.status}`);
  }
  return performance.now() - begun;
}

/** @param {Record<string, string>} env */
async function answers(env) {
  const server = await startServer(env);
  try {
    for (let at = 0; at < TRIES; at += 1) {
      await ask(server.url, QUESTIONS.register(`known${at}@people.example`));
    }
    for (const [name, question] of Object.entries(QUESTIONS)) {
      /** @type {Record<Address, number[]>} */
      const times = { known: [], unknown: [] };
      for (const address of mixed()) {
        const at = times[address].length;
        const email = `${address}${at}${address === 'known' ? '' : name[0]}@people.example`;
        times[address].push(await ask(server.url, question(email)));
      }
      report(name, times);
    }
  } finally {
    await server.stop();
  }
}

/**
 * The medians, and what the fastest tenth takes, which a busy machine changes least.
 * @param {string} name
 * @param {Record<Address, number[]>} times
 */
function report(name, { known, unknown }) {
  const compared = [0.5, 0.1].map((share) => {
    const [one, other] = [quantile(known, share), quantile(unknown, share)];
    return `known ${ms(one)}, unknown ${ms(other)}: ratio ${(one / other).toFixed(3)}`;
  });
  console.log(`${name.padEnd(22)} ${compared[0]}   fastest tenth: ${compared[1]}`);
}

/**
 * Pairs, so that what else the machine does hits both, each in an order that chance chooses: neither
 * always comes after the other, whose mail is still being made.
 * @returns {Address[]}
 */
function mixed() {
  const orders = /** @type {const} */ ([
    ['known', 'unknown'],
    ['unknown', 'known'],
  ]);
  return Array.from({ length: TRIES }, () => orders[Math.random() < 0.5 ? 0 : 1]).flat();
}

/** @param {Record<string, string>} env */
async function besideMerge(env) {
  const origin = await startOrigin(MERGE_BYTES);
  /** @type {Record<'alone' | 'beside', { seconds: number, gapMs: number }[]>} */
  const found = { alone: [], beside: [] };
  let logins = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of /** @type {const} */ (['alone', 'beside'])) {
        // A new server each time: nothing made before can be shared.
        const server = await startServer(env);
        await ask(server.url, QUESTIONS.register('me@people.example'));
        const ending = new AbortController();
        const crowd = kind === 'beside' ? loginCrowd(server.url, ending.signal) : [];
        const watched = longestGap(server.url, ending.signal);
        const link = `${origin.url}/dash/big.mpd?round=${round}${kind}`;
        const seconds = await timeMerge(server.url, link);
        ending.abort();
        logins += (await Promise.all(crowd)).reduce((sum, count) => sum + count, 0);
        found[kind].push({ seconds, gapMs: await watched });
        await server.stop();
      }
    }
  } finally {
    await origin.stop();
  }
  const [alone, beside] = [found.alone, found.beside].map((all) => ({
    seconds: median(all.map(({ seconds }) => seconds)),
    gapMs: median(all.map(({ gapMs }) => gapMs)),
  }));
  for (const [name, one] of Object.entries({ alone, beside })) {
    console.log(
      `${name.padEnd(8)} ${one?.seconds.toFixed(2)} s   longest wait for a status ${ms(one?.gapMs ?? 0)}`,
    );
  }
  const ratio = (beside?.seconds ?? 0) / (alone?.seconds ?? 1);
  console.log(`ratio    ${ratio.toFixed(2)}; ${logins} logins beside the merges`);
}

/**
 * People who log in again and again, with the right password.
 * @param {string} url of the server
 * @param {AbortSignal} signal
 * @returns {Promise<number>[]} how often each has
 */
function loginCrowd(url, signal) {
  return Array.from({ length: LOGINS_AT_ONCE }, async () => {
    let count = 0;
    while (!signal.aborted) {
      await ask(url, ['login', { email: 'me@people.example', password: PASSWORD }]);
      count += 1;
    }
    return count;
  });
}

/**
 * Asks for a status over and over, as a page does that shows progress.
 * @param {string} url of the server
 * @param {AbortSignal} signal
 * @returns {Promise<number>} the longest time that passed between two answers, milliseconds
 */
async function longestGap(url, signal) {
  let longest = 0;
  for (let last = performance.now(); !signal.aborted; await delay(10)) {
    await (await fetch(`${url}/api/download/status/none`)).text();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}

/** @param {readonly number[]} values */
function median(values) {
  return quantile(values, 0.5);
}

/**
 * @param {readonly number[]} values
 * @param {number} share of them that are smaller, 0-1
 */
function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** @param {number} value */
function ms(value) {
  return `${value.toFixed(2)} ms`;
}
