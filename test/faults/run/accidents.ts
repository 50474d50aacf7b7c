import { setTimeout as delay } from 'node:timers/promises';
import type { WayIn } from '../../harness/find-way-in.js';
import { descendantsOf, type SeenProcess } from '../../harness/processes.js';
import { onSmallDisk } from '../../harness/small-disk.js';
import type { ServerOptions } from '../../harness/server.js';
import { waitUntil } from '../../harness/wait-until.js';
import { any, type Kind, mediaOf } from '../kinds/kind.js';
import { SHAPES } from '../media/shapes.js';
import { type Random, randomFrom } from '../random.js';
import { type Case, loader, mannersOf } from './case.js';
import { lineOf } from './report.js';
import { type Result, runCase } from './run-case.js';
import { openStage, type Stage } from './world.js';

interface Accident {
  readonly name: string;
  readonly options?: (random: Random) => ServerOptions;
  /** Called when the task has started. */
  readonly strike?: (stage: Stage, random: Random) => Promise<void>;
}

/** A source that is slow enough for an accident to happen during the run. */
const slowed = (name: string): Kind => ({
  name,
  fits: any,
  make: ({ random, source }) => {
    const seconds = random.between(2, 4);
    const all = mediaOf(source);
    const bytes = all.reduce((sum, { body }) => sum + body.length, 0);
    return {
      detail: `takes about ${seconds} s`,
      alter: ({ well, resource }) =>
        all.includes(resource) ? { ...well(), bytesPerSecond: bytes / seconds } : null,
    };
  },
});

const ffmpegOf = (pid: number): Promise<SeenProcess> =>
  waitUntil(() => descendantsOf(pid).find(({ name }) => name === 'ffmpeg') ?? null, 'an ffmpeg');

const signalled =
  (signal: NodeJS.Signals) =>
  async ({ server }: Stage, random: Random): Promise<void> => {
    const child = await ffmpegOf(server.pid).catch(() => null);
    await delay(random.between(0, 30));
    try {
      process.kill(child?.pid ?? NaN, signal);
    } catch {
      // ffmpeg has already ended, or was not needed.
    }
  };

const ACCIDENTS: readonly Accident[] = [
  {
    name: 'the server is killed',
    strike: async ({ server }, random) => {
      await delay(random.between(100, 4000));
      await server.kill('SIGKILL');
      await server.run();
    },
  },
  { name: 'ffmpeg is killed', strike: signalled('SIGKILL') },
  { name: 'ffmpeg stops', strike: signalled('SIGSTOP') },
];

const fullDisk = (wayIn: WayIn): Accident => ({
  name: 'the disk is full',
  options: (random) => ({ launcher: onSmallDisk(wayIn, random.between(500_000, 7_000_000)) }),
});

function accidentCase(name: string, random: Random, index: number): Case {
  const shape = random.oneOf(SHAPES.filter(({ by }) => by === 'task'));
  const manners = mannersOf(random);
  const kind = slowed(name);
  return { id: `accident-${index}`, kind, shape, manners, random, load: loader(shape) };
}

export interface Aftermath {
  readonly results: readonly Result[];
  readonly rest: readonly string[];
}

/**
 * Runs accidents one at a time, each on a new server.
 * @param wayIn leads to a small disk; null to skip the accident that needs one
 */
export async function runAccidents(
  seed: string,
  {
    count,
    wayIn,
    onDone,
  }: {
    readonly count: number;
    readonly wayIn: WayIn | null;
    readonly onDone: (line: string) => void;
  },
): Promise<Aftermath> {
  const accidents = [...ACCIDENTS, ...(wayIn === null ? [] : [fullDisk(wayIn)])];
  const results: Result[] = [];
  const rest: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const accident = accidents[index % accidents.length] as Accident;
    const random = randomFrom(`${seed} accident ${index}`);
    const one = accidentCase(accident.name, random, index);
    const stage = await openStage(seed, accident.options?.(random));
    try {
      const onStarted = (): Promise<void> => accident.strike?.(stage, random) ?? Promise.resolve();
      const result = await runCase(one, { ...stage, onStarted });
      results.push(result);
      onDone(lineOf(result));
      const left = await stage.leftovers([result]);
      rest.push(...left.map((name) => `${one.id}: ${name}`));
    } finally {
      await stage.close();
    }
  }
  return { results, rest };
}
