import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../infra/env/env.js';
import type { DomainError } from '../infra/errors/domain-error.js';
import { ProcessRegistry } from '../infra/process/process-registry.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { ClipProgram } from './clip/clip-program.js';
import { Muxer, muxBounds } from './ffmpeg.js';
import { describeMissing, describeShortfall } from './gate/compare.js';
import { Prober } from './probe.js';

const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const u32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer).swap32();

type Part = Buffer | string;
const bytes = (parts: readonly Part[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
const box = (name: string, ...parts: Part[]): Buffer =>
  bytes([u32(bytes(parts).length + 8), name, ...parts]);
/** A box with version and flags 0. */
const table = (name: string, ...parts: Part[]): Buffer => box(name, u32(0), ...parts);

/** Claims of an MP4's index about its only audio track. */
interface Claims {
  readonly samples: number;
  readonly sampleBytes?: number;
  /**
   * Declared and actual number of entries in the chunk table. All of them point to the same bytes.
   */
  readonly chunks?: number;
  readonly chunkEntries?: number;
  readonly samplesPerChunk?: number;
  /** Actual number of bytes of media. */
  readonly media?: number;
  /** Four-character code of the audio codec. */
  readonly codec?: string;
  /** Declared sample rate in Hz. */
  readonly rate?: number;
}

function mp4(claims: Claims): Buffer {
  const { samples, sampleBytes = 1, chunks = 1, samplesPerChunk = samples, media = 1000 } = claims;
  const { chunkEntries = chunks, codec = 'alaw', rate = 8000 } = claims;
  const brand = box('ftyp', 'isom', u32(0), 'isom');
  const entry = box(codec, u32(0), u16(0, 1), u32(0, 0), u16(1, 16), u32(0), u16(rate, 0));
  const index = box(
    'stbl',
    table('stsd', u32(1), entry),
    table('stts', u32(1, samples, 1024)),
    table('stsc', u32(1, 1, samplesPerChunk, 1)),
    table('stsz', u32(sampleBytes, samples)),
    table('stco', u32(chunks), u32(...Array<number>(chunkEntries).fill(brand.length + 8))),
  );
  const reference = box('dinf', table('dref', u32(1), box('url ', u32(1))));
  const track = box(
    'trak',
    box('tkhd', u32(3, 0, 0, 1, 0, samples * 1024), Buffer.alloc(60)),
    box(
      'mdia',
      table('mdhd', u32(0, 0, 8000, samples * 1024, 0)),
      table('hdlr', u32(0), 'soun', Buffer.alloc(13)),
      box('minf', table('smhd', u32(0)), reference, index),
    ),
  );
  const header = table('mvhd', u32(0, 0, 8000, samples * 1024, 0x10000), Buffer.alloc(72), u32(2));
  return bytes([brand, box('mdat', Buffer.alloc(media, 7)), box('moov', header, track)]);
}

/** A Matroska file that declares a title of 2 GB, most of which is missing. */
const HUGE_ELEMENT = Buffer.from(
  '1a45dfa38b4282886d6174726f736b61' +
    '1853806701ffffffffffffff' +
    '1549a966087fffffff4d80087ffffff0',
  'hex',
);

describe('hostile media', () => {
  let folder: string;
  let muxer: Muxer;
  let prober: Prober;
  let clips: ClipProgram;
  const { signal } = new AbortController();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-hostile-'));
    const env = parseEnv({ DATA_DIR: folder });
    const programs = new ProgramsService(env);
    [muxer, prober] = [new Muxer(programs, new ProcessRegistry(env)), new Prober(programs)];
    clips = new ClipProgram(programs);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The outcome for a source: 'made', or the error code. */
  const outcomeOf = async (content: Buffer): Promise<unknown> => {
    const [input, output] = [join(folder, 'input'), join(folder, 'output')];
    await writeFile(input, content);
    const source = await prober.probe(input, signal);
    if (source === null) {
      return 'SOURCE_INCOMPLETE';
    }
    const options = ['-c', 'copy', '-f', 'matroska'];
    const mux = { inputs: [input], options, output, signal, onProgress: () => undefined };
    const failure = await muxer.mux(mux).then(
      () => null,
      (error: unknown) => (error as DomainError).code,
    );
    const asked = { video: 'no', audio: 'yes', pageDuration: null, sources: [source] } as const;
    const made = await prober.probe(output, signal);
    const isGood =
      made !== null && (describeMissing(made, asked) ?? describeShortfall(made, asked)) === null;
    return failure ?? (isGood ? 'made' : 'SOURCE_INCOMPLETE');
  };

  it('differs from good media only in its claims', async () => {
    expect(await outcomeOf(mp4({ samples: 1000 }))).toBe('made');
  });

  it.each([
    // A file of 1.5 KB, whose index would have 67 million entries of 24 bytes each in memory.
    ['claims an index of 1.6 GB', mp4({ samples: 2 ** 26 })],
    [
      'claims 2^31 chunks',
      mp4({ samples: 1000, chunks: 2 ** 31, chunkEntries: 1, samplesPerChunk: 1 }),
    ],
    ['has a huge element', HUGE_ELEMENT],
  ])('that %s is refused', async (_, content) => {
    expect(await outcomeOf(content)).toBe('SOURCE_INCOMPLETE');
  });

  /** However ffmpeg handles an unknown codec, the failure is attributed to the source. */
  const CODECS = ['alaw', 'zzzz', 'mp4b', 'avc1', 'mp4a', '\0\0\0\0', '\xff\xff\xff\xff'];
  it.each(CODECS.flatMap((codec) => [8000, 0].map((rate) => [codec, rate] as const)))(
    'with audio declared as %j at %i Hz never fails with MERGE_FAILED',
    async (codec, rate) => {
      const [input, output] = [join(folder, 'input'), join(folder, 'output')];
      await writeFile(input, mp4({ samples: 1000, codec, rate }));
      const mux = (...options: string[]): Promise<unknown> =>
        muxer.mux({
          ...{ inputs: [input], output, signal, onProgress: () => undefined },
          options: ['-map', '0:a:0', ...options],
        });
      const look = (): Promise<unknown> =>
        clips.run({
          inputs: [{ path: input }],
          options: ['-map', '0:a:0', '-c', 'copy', '-f', 'framecrc', 'pipe:1'],
          ...{ signal, cpuSeconds: 10, fileBytes: 0 },
        });
      for (const work of [
        look,
        () => mux('-c', 'copy', '-f', 'matroska'),
        () => mux('-c:a', 'libmp3lame', '-f', 'mp3'),
      ]) {
        const outcome = await work().then(
          () => null,
          (error: unknown) => (error as DomainError).code,
        );
        expect([null, 'SOURCE_INCOMPLETE']).toContain(outcome);
      }
    },
  );

  it('that points to the same bytes repeatedly does not fill the disk', async () => {
    // The samples in the index add up to 10 GB.
    const claims = { samples: 1e5, sampleBytes: 1e5, samplesPerChunk: 1, chunks: 1e5, media: 1e5 };
    const content = mp4(claims);
    expect(await outcomeOf(content)).toBe('MERGE_FAILED');
    const { size } = await stat(join(folder, 'output'));
    expect(size).toBeLessThanOrEqual(muxBounds(content.length).fileBytes + 512);
  });
});
