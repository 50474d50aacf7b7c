import { ExcerptUnavailable } from '../byte-plan.js';
import { planMp4 } from './mp4-plan.js';
import { BufferBytes } from '../testing/buffer-bytes.js';

const SPAN = { from: 1, to: 2 };
const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
};

function box(type: string, ...contents: Buffer[]): Buffer {
  const size = contents.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([words(size), Buffer.from(type, 'latin1'), ...contents]);
}

interface Track {
  readonly samples: number;
  /** True if each sample has a table entry of four bytes; otherwise, all samples share one size. */
  readonly hasOwnSizes?: boolean;
  readonly syncs?: number;
}

const SAMPLE_BYTES = 16;

/** A track with a hundred samples per second, all in one chunk after the index. */
function trak({ samples, hasOwnSizes = false, syncs = 0 }: Track): Buffer {
  const sizes = hasOwnSizes ? Buffer.alloc(samples * 4, words(SAMPLE_BYTES)) : Buffer.alloc(0);
  const stbl = box(
    'stbl',
    box('stsz', words(0, hasOwnSizes ? 0 : SAMPLE_BYTES, samples), sizes),
    box('stts', words(0, 1, samples, 10)),
    box('stsc', words(0, 1, 1, samples, 1)),
    box('stco', words(0, 1, 64)),
    ...(syncs > 0 ? [box('stss', words(0, syncs), Buffer.alloc(syncs * 4, words(1)))] : []),
  );
  const mdhd = box('mdhd', words(0, 0, 0, 1000, 0, 0));
  const hdlr = box('hdlr', words(0, 0), Buffer.from('vide', 'latin1'), Buffer.alloc(13));
  return box('trak', box('mdia', mdhd, hdlr, box('minf', stbl)));
}

/** A file whose index follows its media. */
function movie(...tracks: Track[]): BufferBytes {
  const mvhd = box('mvhd', Buffer.alloc(12), words(1000), Buffer.alloc(84));
  const media = box('mdat', Buffer.alloc(64 + 1000 * SAMPLE_BYTES));
  const head = box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
  return new BufferBytes(Buffer.concat([head, media, box('moov', mvhd, ...tracks.map(trak))]));
}

describe('planMp4', () => {
  it('plans an excerpt from an index of a thousand samples', async () => {
    for (const hasOwnSizes of [true, false]) {
      const plan = await planMp4(movie({ samples: 1000, hasOwnSizes, syncs: 1 }), SPAN);
      expect(plan.sourceSeconds).toBe(10);
    }
  });

  it.each<[what: string, tracks: Track[]]>([
    ['five million samples, each with its size', [{ samples: 5_000_000, hasOwnSizes: true }]],
    ['five million samples of one size', [{ samples: 5_000_000 }]],
    ['four billion samples', [{ samples: 4_000_000_000 }]],
    [
      'five million samples in two tracks',
      [{ samples: 10 }, { samples: 1_999_990 }, { samples: 3_000_000 }],
    ],
    ['more key frames than samples', [{ samples: 1000, syncs: 5_000_000 }]],
  ])('refuses %s before visiting a sample', async (_, tracks) => {
    const file = movie(...tracks);
    const reads = jest.spyOn(Buffer.prototype, 'readUInt32BE');
    try {
      await expect(planMp4(file, SPAN)).rejects.toThrow(ExcerptUnavailable);
      // Only the headers of boxes and tables were read; no sample was visited or stored.
      expect(reads.mock.calls.length).toBeLessThan(500);
    } finally {
      reads.mockRestore();
    }
  });
});
