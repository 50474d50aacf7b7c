import { sound } from '../../extract/testing/recorded-page.js';
import type { ProgramsService } from '../../infra/programs/programs.service.js';
import type { FileAttempts } from '../checked/file-attempt.js';
import { CheckedFiles } from '../checked/checked-files.js';
import type { FilePlan, Streams } from '../file-plan.js';
import type { Made } from '../maker.port.js';
import type { Convert } from '../recipe.js';
import { makeContext } from '../testing/make-context.js';
import { ConvertMaker } from './convert.maker.js';
import type { Covers } from '../tags/covers.js';

const KBPS = 128;
const SECONDS = 30_000;

/** Only asks how much room the file needs. */
class PlanningFiles extends CheckedFiles {
  room = 0;

  constructor(private readonly streams: Streams) {
    super({} as FileAttempts);
  }

  override make(plan: FilePlan): Promise<Made> {
    this.room = plan.roomFor(this.streams);
    return Promise.resolve({ path: 'made', ext: plan.ext, damage: [] });
  }
}

/** A source that lasts this long by its clock and by its segments, in seconds. */
function streamsOf(byClock: number | null, bySegments: number | null): Streams {
  return {
    sources: [{ path: 'a', bytes: 1000, durationSeconds: bySegments }],
    probes: [
      {
        ...{ durationSeconds: byClock, startSeconds: 0, guessed: false, isCounted: true },
        streams: [
          {
            ...{ type: 'audio', codec: 'opus', durationSeconds: byClock, frames: 100, pixels: 0 },
            ...{ packetRate: null, isReordered: false, isEven: true },
            sound: { kbps: 64, hz: 48_000, channels: 2, bits: null, profile: null },
          },
        ],
      },
    ],
  };
}

async function roomFor(streams: Streams, ofPage: number | null): Promise<number> {
  const recipe: Convert = {
    ...{ kind: 'convert', pageUrl: 'https://site.example/watch/1', title: 'A title' },
    ...{ fileName: 'f', durationSeconds: ofPage, to: 'mp3', bitrate: KBPS },
    source: sound(),
    tags: {
      ...{ title: 'A title', artist: null, album: null, track: null, season: null, date: null },
      ...{ address: '', chapters: [], pictures: [] },
    },
  };
  const files = new PlanningFiles(streams);
  const env = { MAX_DURATION_SECONDS: 43_200, MAX_FILE_BYTES: 10e9 };
  const covers = { bring: () => Promise.resolve(null) } as unknown as Covers;
  await new ConvertMaker(env, files, covers, {} as ProgramsService).make(
    recipe,
    makeContext({ folder: '' }),
  );
  return files.room;
}

describe('ConvertMaker', () => {
  it.each<[string, number | null, number | null, number | null]>([
    ['its clock', SECONDS, null, null],
    ['its segments, if its clock jumps', 20, SECONDS, null],
    ['its segments, if nothing else is known', null, SECONDS, null],
    ['the page, if nothing else is known', null, null, SECONDS],
  ])('reserves room for as long as a source lasts by %s', async (_, clock, segments, page) => {
    const bytes = (KBPS * 1000 * SECONDS) / 8;
    const room = await roomFor(streamsOf(clock, segments), page);
    expect([room >= bytes, room < bytes * 1.3]).toEqual([true, true]);
  });
});
