import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { merge } from './harness/client.js';
import { inTurn, MB, valuesOf, timeMs } from './harness/measure.js';
import { quantile, row, type Row, shown } from './harness/result.js';
import type { Stage } from './harness/stage.js';

export const title = 'answers for known and unknown addresses, and a merge beside logins';

const PASSWORD = 'Secret123';

type Question = (email: string) => [endpoint: string, body: object];

const register: Question = (email) => ['register', { email, password: PASSWORD }];

/** The duration of these requests must not reveal whether an address is known. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  'login, wrong password': (email) => ['login', { email, password: 'Wrong4567' }],
  'forgot-password': (email) => ['forgot-password', { email }],
  'resend-verification': (email) => ['resend-verification', { email }],
  register,
};

export async function run(stage: Stage): Promise<Row[]> {
  const DOMAINS_DIR = await stage.folder();
  await writeFile(join(DOMAINS_DIR, 'default.json'), '{"authentication_enabled": true}');
  const databases = {
    'embedded database': { DOMAINS_DIR },
    PostgreSQL: { DOMAINS_DIR, ...(await stage.postgres()) },
  };
  const rows: Row[] = [];
  for (const [name, env] of Object.entries(databases)) {
    const found = await stage.withServer(env, ({ url }) => answers(url, stage.quick ? 1 : 200));
    rows.push(...found.map((one) => ({ ...one, what: `${one.what} (${name})` })));
  }
  return [...rows, ...(await besideMerge(stage, { DOMAINS_DIR }))];
}

async function answers(server: string, tries: number): Promise<Row[]> {
  for (let at = 0; at < tries; at += 1) {
    await ask(server, register(`known${at}@people.example`));
  }
  const rows: Row[] = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const kind of mixed(tries)) {
      const email = `${kind}${times[kind].length}${kind === 'known' ? '' : name[0]}@people.example`;
      times[kind].push(await timeMs(() => ask(server, question(email))));
    }
    // Least affected by a busy machine.
    const [known, unknown] = [quantile(times.known, 0.1), quantile(times.unknown, 0.1)];
    const note = `fastest tenth: ${shown(known)} and ${shown(unknown)} ms, ratio ${shown(known / unknown)}`;
    const values = { ours: times.known, 'unknown address': times.unknown };
    rows.push(row(`${name}, known address`, 'ms', values, { better: 'same', note }));
  }
  return rows;
}

/**
 * Pairs, so that other load affects both kinds, in random order, so that neither always runs while
 * the other's mail is still being sent.
 */
function mixed(tries: number): ('known' | 'unknown')[] {
  return Array.from({ length: tries }, () =>
    Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const),
  ).flat();
}

async function ask(server: string, [endpoint, body]: ReturnType<Question>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const reply = await fetch(`${server}/api/auth/${endpoint}`, init);
  await reply.text();
  assert(reply.status < 429, `${endpoint} is answered with ${reply.status}`);
}

async function besideMerge(stage: Stage, env: Record<string, string>): Promise<Row[]> {
  const [bigBytes, rounds, people] = stage.quick ? [10 * MB, 1, 4] : [600 * MB, 5, 40];
  const origin = await stage.origin({ bigBytes });
  let logins = 0;
  const measure = (count: number) => (round: number) =>
    stage.withServer(env, async ({ url }) => {
      await ask(url, register('me@people.example'));
      const ending = new AbortController();
      const link = `${origin.url}/dash/big.mpd?round=${round}`;
      const merging = merge(url, link).finally(() => ending.abort());
      const [{ seconds }, gapMs, ...counts] = await Promise.all([
        merging,
        longestGap(url, ending.signal),
        ...Array.from({ length: count }, () => loginUntil(url, ending.signal)),
      ]);
      logins += counts.reduce((sum, one) => sum + one, 0);
      return { seconds, gapMs };
    });
  const found = await inTurn(rounds, { 'the merge alone': measure(0), ours: measure(people) });
  const what = `merge of ${bigBytes / MB} MB beside ${people} logins at once`;
  return [
    row(what, 's', valuesOf(found, 'seconds'), { note: `${logins} logins in ${rounds} merges` }),
    row('longest wait for a status meanwhile', 'ms', valuesOf(found, 'gapMs')),
  ];
}

/** Signs in repeatedly with the right password. @returns how often. */
async function loginUntil(server: string, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count += 1) {
    await ask(server, ['login', { email: 'me@people.example', password: PASSWORD }]);
  }
  return count;
}

/**
 * Polls a status, like a page that shows progress.
 * @returns the longest time between two answers, milliseconds.
 */
async function longestGap(server: string, signal: AbortSignal): Promise<number> {
  let longest = 0;
  for (let last = performance.now(); !signal.aborted; await delay(10)) {
    await (await fetch(`${server}/api/download/status/none`)).text();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
