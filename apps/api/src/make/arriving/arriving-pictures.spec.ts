import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { ReadPictures } from '../gate/good-pictures.js';
import type { ScanResult } from '../gate/media-reader.js';
import type { StreamScan } from '../gate/packet-scan.js';
import type { Probe } from '../probe-schema.js';
import { ArrivingFile } from './arriving-file.js';
import { hasGoodPicturesArriving } from './arriving-pictures.js';

const SIZE = 1000;
const FILM: Probe = {
  streams: [
    {
      ...{ type: 'video', codec: 'h264', durationSeconds: 92, frames: null, pixels: 1280 * 720 },
      ...{ packetRate: 30, isReordered: true, isEven: true },
    },
  ],
  ...{ durationSeconds: 92, startSeconds: 0, guessed: false, isCounted: false },
};
const EARLY = [0, 30, 60];
const LAST = [90];

const startAt = (start: number): StreamScan => ({ start }) as StreamScan;

describe('hasGoodPicturesArriving', () => {
  let folder: string;
  let file: ArrivingFile;
  /** The times of the pictures that each read decodes. */
  let decoded: (readonly number[])[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-pictures-'));
    decoded = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const reads =
    (result: (at: readonly number[]) => Partial<ScanResult>): ReadPictures =>
    ({ depth }) => {
      const at = depth.kind === 'pictures' ? depth.at : [];
      decoded.push(at);
      const streams = at.map(startAt);
      return Promise.resolve({ streams, complaints: [], ...result(at) });
    };
  const good = reads(() => ({}));
  const arrive = async (bytes: number): Promise<void> => {
    const path = join(folder, 'source');
    await writeFile(path, Buffer.alloc(bytes, 1));
    file.arrived(path, bytes);
  };
  /** Half of a file has arrived. */
  const begin = async (): Promise<void> => {
    file = new ArrivingFile(false);
    file.sized(SIZE);
    await arrive(500);
  };
  const look = (read = good, signal = new AbortController().signal): Promise<boolean> => {
    const options = { probe: FILM, wanted: ['video', 'audio'] as const, pageSeconds: 92 };
    return hasGoodPicturesArriving(read, file, options, signal);
  };
  const decodes = (times: readonly (readonly number[])[]): Promise<void> =>
    waitUntil(() => decoded.length === times.length, 'the reads').then(() =>
      expect(decoded).toEqual(times),
    );

  it('decodes pictures while the rest arrives, and the last one when the source is complete', async () => {
    await begin();
    const looking = look();
    await arrive(799);
    await setImmediate();
    await decodes([]);
    await arrive(800);
    await decodes([EARLY]);
    await arrive(SIZE - 1);
    await setImmediate();
    await decodes([EARLY]);
    await arrive(SIZE);
    expect([await looking, decoded]).toEqual([true, [EARLY, LAST]]);
  });

  it('decodes all at once if the source is complete by then', async () => {
    await begin();
    const looking = look();
    await arrive(SIZE);
    file.complete({ path: file.path, bytes: SIZE });
    expect([await looking, decoded]).toEqual([true, [[...EARLY, ...LAST]]]);
  });

  it('waits for all of a Matroska file, whose index is at its end', async () => {
    await begin();
    await writeFile(file.path, Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
    const looking = look();
    file.arrived(file.path, SIZE - 1);
    await delay(50);
    await decodes([]);
    file.arrived(file.path, SIZE);
    expect([await looking, decoded]).toEqual([true, [[...EARLY, ...LAST]]]);
  });

  it.each<[string, (at: readonly number[]) => Partial<ScanResult>]>([
    ['there is a complaint', () => ({ complaints: [{ text: 'bad', after: null, before: null }] })],
    ['two times have the same picture', () => ({ streams: [0, 30, 30].map(startAt) })],
  ])(
    'leaves the decision to a later check if %s, without waiting for the rest',
    async (_, read) => {
      await begin();
      const looking = look(reads(read));
      await arrive(900);
      expect([await looking, decoded]).toEqual([false, [EARLY]]);
    },
  );

  it('ends when it is aborted', async () => {
    await begin();
    const abort = new AbortController();
    const looking = look(good, abort.signal);
    abort.abort();
    await expect(looking).rejects.toThrow('aborted');
    expect(decoded).toEqual([]);
  });
});
