import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Random, randomFrom } from '../../faults/random.js';
import type { Cluster } from '../../harness/cluster.js';
import { Traveller } from '../../harness/traveller.js';
import { waitUntil } from '../../harness/wait-until.js';
import { Watcher } from '../../harness/watcher.js';
import { runProgram } from '../../origin/run-program.js';

const KILLS = 20;
/** A task fails after three dead runs (contract), so each visitor's trip gets at most two kills. */
const KILLS_OF_TRIP = 2;
/** A search, a merge and a download take about this many milliseconds. */
const TRIP_MS = 1500;

type Trip = Awaited<ReturnType<Traveller['fetchFile']>>;

/**
 * Repeatedly kills a random process at a random moment while visitors are turning links into files.
 * Each of them must get a complete file.
 * @param seed determines the processes and the moments
 */
export async function killAtRandom(cluster: Cluster, seed: string): Promise<void> {
  const { nginx, site, all } = cluster;
  const random = randomFrom(seed);
  const socket = await Watcher.connect(nginx, { rejoins: true });
  const traveller = new Traveller(nginx.url, socket);
  let trip: Promise<Trip | null> = Promise.resolve(null);
  const folder = await mkdtemp(join(tmpdir(), 'dipper-kills-'));
  const arrivals = new Arrivals(cluster, folder);
  try {
    for (let round = 0; round < KILLS; round += 1) {
      const victim = random.oneOf(all);
      const isNew = round % KILLS_OF_TRIP === 0;
      if (isNew) {
        trip = traveller.fetchFile(site.manifest('webm', `kill-${round}`));
        // A failure is reported when the promise is awaited below.
        trip.catch(() => undefined);
      }
      await momentOf(random, cluster, isNew ? socket : null);
      await victim.kill('SIGKILL');
      site.mood = 'well';
      await victim.run();
      if (round % KILLS_OF_TRIP === KILLS_OF_TRIP - 1) {
        await arrivals.expectWhole(await trip);
      }
    }
    await waitUntil(async () => (await cluster.workFolders()).length === 0, 'no work folder');
  } finally {
    site.mood = 'well';
    await trip.catch(() => undefined);
    socket.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Waits for the moment of the next kill, which is at any point of a visitor's trip, or while the
 * media is being fetched.
 * @param fresh the socket of a visitor who has just started; null if the last visitor's trip is not
 * over
 */
async function momentOf(random: Random, { site }: Cluster, fresh: Watcher | null): Promise<void> {
  if (fresh === null || random.chance(0.5)) {
    await delay(random.between(0, TRIP_MS));
    return;
  }
  site.mood = 'slowly';
  const from = fresh.updates.length;
  const isFetched = (): boolean =>
    fresh.updates
      .slice(from)
      .some(({ status, progress }) => status === 'processing' && progress > 0);
  await waitUntil(isFetched, 'the fetch');
}

/** Compares the files that visitors get with their source, packet by packet. */
class Arrivals {
  private source: Promise<string> | null = null;
  /** Identical files are compared once. */
  private readonly known = new Set<string>();

  constructor(
    private readonly cluster: Cluster,
    private readonly folder: string,
  ) {}

  async expectWhole(trip: Trip | null): Promise<void> {
    expect(trip).not.toBeNull();
    const { end, bytes } = trip as Trip;
    expect(end).toMatchObject({ status: 'complete', progress: 100 });
    expect(bytes.length).toBe(end?.actual_sizes.final_file);
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (!this.known.has(digest)) {
      this.known.add(digest);
      const file = join(this.folder, `${digest}.webm`);
      await writeFile(file, bytes);
      expect(await packetsOf(file)).toBe(await this.packetsOfSource());
    }
  }

  private packetsOfSource(): Promise<string> {
    const { url } = this.cluster.origin;
    this.source ??= packetsOf(`${url}/media/video.webm`, `${url}/media/audio.webm`);
    return this.source;
  }
}

/** @returns a hash of all packets of each stream, in the order of the inputs */
function packetsOf(...inputs: string[]): Promise<string> {
  const from = inputs.flatMap((input) => ['-i', input]);
  const maps = inputs.flatMap((_, at) => ['-map', String(at)]);
  const to = ['-c', 'copy', '-f', 'streamhash', '-hash', 'md5', '-'];
  return runProgram('ffmpeg', ['-v', 'error', '-nostdin', ...from, ...maps, ...to]);
}
