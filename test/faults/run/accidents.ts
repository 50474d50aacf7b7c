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

/** What happens to the server, not to its source. */
interface Accident {
  readonly name: string;
  readonly options?: (random: Random) => ServerOptions;
  /** Called when the task has been started. */
  readonly strike?: (stage: Stage, random: Random) => Promise<void>;
}

/** So slow that there is time for an accident. */
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

/** The ffmpeg that works for a server; waited for. */
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
      // It was quicker, or was not needed.
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

/** A case of an accident: served well, but slowly. */
function accidentCase(name: string, random: Random, index: number): Case {
  const shape = random.oneOf(SHAPES.filter(({ by }) => by === 'task'));
  const manners = mannersOf(random);
  const kind = slowed(name);
  return { id: `accident-${index}`, kind, shape, manners, random, load: loader(shape) };
}

/** What a run of accidents came to. */
export interface Aftermath {
  readonly results: readonly Result[];
  readonly rest: readonly string[];
}

/**
 * Lets accidents happen, one after the other, each to a server of its own.
 * @param wayIn to a small disk; null leaves that out.
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
