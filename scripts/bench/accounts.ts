import assert from 'node:assert/strict';
import { timeMs } from './harness/measure.js';
import type { Env, Stage } from './harness/stage.js';
import { quantile, row, type Row, shown } from './harness/table.js';

export const title =
  'responses for known and unknown email addresses, which must take the same time';

const PASSWORD = 'Secret123';

type Question = (email: string) => [endpoint: string, body: object];

const register: Question = (email) => ['register', { email, password: PASSWORD }];

/** Requests whose duration must not reveal whether an email address is known. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  'login, wrong password': (email) => ['login', { email, password: 'Wrong4567' }],
  'forgot-password': (email) => ['forgot-password', { email }],
  'resend-verification': (email) => ['resend-verification', { email }],
  register,
};

export async function run(stage: Stage): Promise<Row[]> {
  const tries = stage.quick ? 1 : 200;
  const databases = new Map<string, Env>([['embedded database', {}]]);
  if (!stage.quick) {
    databases.set('PostgreSQL', await stage.postgres());
  }
  const rows: Row[] = [];
  for (const [name, env] of databases) {
    const { url, stop } = await stage.server(env);
    const found = await answers(url, tries);
    await stop();
    rows.push(...found.map((one) => ({ ...one, what: `${one.what} (${name})` })));
  }
  return rows;
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
    // The fastest tenth is least affected by a busy machine.
    const [known, unknown] = [quantile(times.known, 0.1), quantile(times.unknown, 0.1)];
    const note = `fastest tenth: ${shown(known)} and ${shown(unknown)} ms, ratio ${shown(known / unknown)}`;
    const values = { ours: times.known, 'unknown address': times.unknown };
    rows.push(row(`${name}, known address`, 'ms', values, { better: 'same', note }));
  }
  return rows;
}

/**
 * Returns pairs in random order. With pairs, other load affects both kinds; and in random order,
 * neither kind always runs while the other's email is still being sent.
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
  assert(reply.status < 429 && reply.status !== 404, `${endpoint}: ${reply.status}`);
}
