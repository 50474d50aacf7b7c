import { API, isFinal, type MergeStatus, relayPath, type VideoInfo } from '@dipper/contract';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type TestClient } from '../../harness/client.js';
import { differences, type Original } from '../judge/judge.js';
import type { Fault } from '../kinds/kind.js';
import type { Source } from '../media/shapes.js';
import type { HostileOrigin } from '../origin/hostile-origin.js';
import { type Case, linkOf, siteOf } from './case.js';

export type Outcome =
  /** The file is equal to the source. */
  | 'whole'
  /** The task ended with a reported error. */
  | 'error'
  /** The file was reported as complete, but differs from the source. */
  | 'bad'
  | 'hung'
  /** The relay passed on what the source sent. */
  | 'passed on';

export interface Result {
  readonly id: string;
  readonly kind: string;
  readonly shape: string;
  readonly isCounted: boolean;
  /** True if a task made the file, false if it was relayed. */
  readonly byTask: boolean;
  /** True if the source is good, so that any outcome but `whole` is a failure. */
  readonly mustBeWhole: boolean;
  readonly detail: string;
  readonly outcome: Outcome;
  /** The error code, or the differences of a bad file. */
  readonly said: string;
  readonly milliseconds: number;
}

export interface World {
  readonly client: TestClient;
  readonly origin: HostileOrigin;
  readonly clips: string;
  /** The folder where downloads are kept until they are judged. */
  readonly folder: string;
  readonly seed: string;
  /** Called when a task has started, to cause an accident. */
  readonly onStarted?: () => Promise<void>;
}

type Ended = Pick<Result, 'outcome' | 'said'>;

/**
 * No task takes this long to end, because the server gives up on a silent source within two
 * minutes. In milliseconds.
 */
const HUNG_MS = 240_000;
const POLL_MS = 300;

/** Runs one case as a visitor would: search, start, status, file. */
export async function runCase(one: Case, world: World): Promise<Result> {
  const source = await one.load(world.clips);
  const fault = one.kind.make({ random: one.random, source, manners: one.manners });
  const site = `${world.seed}-${one.id}`.replaceAll(/[^\w-]/g, '_');
  const address = world.origin.open(site, siteOf(one, source, fault));
  const begun = performance.now();
  const originals = originalsOf(source, fault);
  const ended = await visit(address + linkOf(one), { one, world, originals });
  world.origin.closeSite(site);
  return {
    id: one.id,
    kind: one.kind.name,
    shape: one.shape.name,
    isCounted: one.kind.isUncounted !== true,
    byTask: one.shape.by === 'task',
    mustBeWhole: one.kind.mustBeWhole === true,
    detail: `${fault.detail}; ${mannersText(one)}`,
    ...ended,
    milliseconds: Math.round(performance.now() - begun),
  };
}

/** The acceptable contents of a file: the source's original, or its replacement. */
function originalsOf({ pictures, sounds }: Source, { replaced }: Fault): Original[] {
  const whole = { pictures, sounds };
  if (replaced === undefined) {
    return [whole];
  }
  const key = replaced.role === 'audio' ? 'sounds' : 'pictures';
  return [whole, { ...whole, [key]: replaced.otherFile }];
}

/** @returns the differences from the first original; empty if the file equals any original */
async function differencesFromAll(file: string, originals: readonly Original[]): Promise<string[]> {
  let first: string[] | null = null;
  for (const original of originals) {
    const found = await differences(file, original);
    if (found.length === 0) {
      return [];
    }
    first ??= found;
  }
  return first ?? [];
}

function mannersText({ manners }: Case): string {
  const { ranges, etag, length, keepAlive, saysSize, viaPage } = manners;
  return [
    ranges ? 'ranges' : 'no ranges',
    `ETag ${etag}`,
    length === 'told' ? 'length' : 'chunked',
    ...(keepAlive ? [] : ['closes']),
    ...(saysSize ? ['size in the manifest'] : []),
    ...(viaPage ? ['page'] : []),
  ].join(', ');
}

interface Visit {
  readonly one: Case;
  readonly world: World;
  readonly originals: readonly Original[];
}

async function visit(link: string, { one, world, originals }: Visit): Promise<Ended> {
  const file = join(world.folder, one.id);
  try {
    const info = await world.client.search(link);
    return await (one.shape.by === 'task'
      ? byTask(info, world, { file, originals })
      : byRelay(info, world.client, { file, originals }));
  } catch (error) {
    return { outcome: 'error', said: codeOf(error) };
  } finally {
    await rm(file, { force: true });
  }
}

/** The code in an error thrown by TestClient, or else the error's text. */
function codeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /"code":"(\w+)"/.exec(message)?.[1] ?? message.slice(0, 200);
}

interface Target {
  readonly file: string;
  readonly originals: readonly Original[];
}

async function byTask(
  info: VideoInfo,
  { client, onStarted }: World,
  { file, originals }: Target,
): Promise<Ended> {
  const task = info.formats.find(({ task_id: id }) => id !== undefined)?.task_id;
  if (task === undefined) {
    throw new Error(`No format has a task: ${JSON.stringify(info.formats)}`);
  }
  await client.start(task);
  const [end] = await Promise.all([follow(client, task), onStarted?.()]);
  if (!isFinal(end.status)) {
    return { outcome: 'hung', said: `${end.status}, ${end.stage}, ${end.progress} %` };
  }
  if (end.status !== 'complete') {
    return { outcome: 'error', said: end.error_code ?? end.status };
  }
  await client.download(API.file(task), file);
  const found = await differencesFromAll(file, originals);
  return found.length === 0
    ? { outcome: 'whole', said: '' }
    : { outcome: 'bad', said: found.join('; ') };
}

/** Follows a task to its end or for HUNG_MS, and waits for a server that is restarting. */
export async function follow(client: TestClient, task: string): Promise<MergeStatus> {
  let last: MergeStatus | null = null;
  for (const until = Date.now() + HUNG_MS; ; await delay(POLL_MS)) {
    last = await client.status(task).catch((error: unknown) => {
      // The server is not running or not ready yet. (The error is compared by name, because fetch's
      // TypeError belongs to another realm.)
      if (/^(TypeError: |Error: 503 )/.test(String(error))) {
        return last;
      }
      throw error;
    });
    if (last !== null && (isFinal(last.status) || Date.now() > until)) {
      return last;
    }
  }
}

async function byRelay(
  info: VideoInfo,
  client: TestClient,
  { file, originals }: Target,
): Promise<Ended> {
  const url = info.formats.find(({ kind }) => kind === 'direct')?.url;
  if (url === undefined) {
    throw new Error(`No format is direct: ${JSON.stringify(info.formats)}`);
  }
  await client.download(relayPath(url, true), file);
  const found = await differencesFromAll(file, originals);
  return found.length === 0
    ? { outcome: 'whole', said: '' }
    : { outcome: 'passed on', said: found.join('; ') };
}
