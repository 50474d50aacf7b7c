import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../infra/env/env.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { Prober } from '../probe.js';
import { ComplaintFinder } from './complaint-finder.js';
import { type Complaint, type Depth, MediaReader, type WantedStreams } from './media-reader.js';

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=6'];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=sample_rate=48000:seed=1:duration=6'];
const NOISE = ['-vf', 'noise=alls=15:allf=t:all_seed=1', '-pix_fmt', 'yuv420p'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M'];
const AV1 = ['-c:v', 'libsvtav1', '-preset', '12', '-b:v', '500k'];
/** In seconds. The key frames are at 0 s and 4 s. */
const DAMAGED_AT = 3.24;
const TS_PACKET_BYTES = 188;

describe('ComplaintFinder with real ffmpeg', () => {
  let folder: string;
  let programs: ProgramsService;
  const { signal } = new AbortController();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-finder-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: folder }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const make = async (name: string, ...argv: string[]): Promise<string> => {
    const path = join(folder, name);
    const options = { timeoutMs: 120_000 };
    await runProcess(programs.find('ffmpeg') ?? '', ['-v', 'error', ...argv, path], options);
    return path;
  };
  /** Overwrites the start of the packet that is shown at a time. */
  const damage = async (path: string, shown: number): Promise<void> => {
    const isThere = (time: number | null): boolean => Math.abs((time ?? 0) - shown) < 0.01;
    const [packet] = await new Prober(programs).packets(path, (one) => isThere(one.shown), signal);
    const content = await readFile(path);
    // In WebM, the position is that of the block, whose header has 7 bytes.
    const at = (packet?.at ?? 0) + (path.endsWith('webm') ? 7 : 0);
    content.fill(0xff, at, at + 16);
    await writeFile(path, content);
  };
  const locate = async (
    path: string,
    depth: Depth,
    wanted: WantedStreams = ['video', 'audio'],
  ): Promise<Complaint[]> => {
    const how = { wanted, depth };
    const finder = new ComplaintFinder(new MediaReader(programs));
    const reads = { isSegmented: false, signal };
    const packets = { kind: 'packets', filter: null } as const;
    const [{ streams }, { complaints: heard }] = [
      await finder.read(path, { wanted, depth: packets, located: false }, reads),
      await finder.read(path, { ...how, located: false }, reads),
    ];
    expect(heard).not.toEqual([]);
    return finder.locate(path, how, { heard, streams, ...reads });
  };

  it.each([
    ['vp9', 'webm', VP9, 0],
    ['av1', 'mp4', AV1, 100],
  ])(
    'confirms damage of %s far behind a key frame, in a .%s file',
    async (codec, type, encoding, begins) => {
      const argv = [...PICTURES, ...NOISE, ...encoding, '-g', '100'];
      const path = await make(`${codec}.${type}`, ...argv, '-output_ts_offset', String(begins));
      await damage(path, begins + DAMAGED_AT);
      const [found] = await locate(path, { kind: 'packets', filter: `${codec}_metadata` });
      expect(found?.after).toBeCloseTo(begins + DAMAGED_AT, 0);
    },
  );

  describe('in a recording that begins in the middle of a group of pictures', () => {
    const decode: Depth = { kind: 'decode', keysOnly: false, checksums: false };
    let recording: Buffer;
    /** Position of a transport packet of the audio that is shown before the first key frame. */
    let soundAt: number;
    beforeAll(async () => {
      const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50', '-c:a', 'aac'];
      const path = await make('whole.ts', ...PICTURES, ...SOUND, ...NOISE, ...x264);
      const whole = await readFile(path);
      const skipped = TS_PACKET_BYTES * Math.floor(whole.length / TS_PACKET_BYTES / 12);
      recording = whole.subarray(skipped);
      const packets = await new Prober(programs).packets(
        path,
        ({ type, shown, at }) => type === 'audio' && (shown ?? 0) > 2.5 && at > skipped,
        signal,
      );
      soundAt = (packets[0]?.at ?? 0) - skipped;
    });

    it('finds nothing wrong with it', async () => {
      const path = join(folder, 'late.ts');
      await writeFile(path, recording);
      expect(await locate(path, decode)).toEqual([]);
    });

    it('finds damaged audio before the first key frame', async () => {
      const path = join(folder, 'torn.ts');
      const torn = Buffer.from(recording);
      torn.fill(0xff, soundAt + 60, soundAt + TS_PACKET_BYTES);
      await writeFile(path, torn);
      const found = await locate(path, decode);
      expect(found).not.toEqual([]);
      expect(found.every(({ after }) => after !== null && after > 2 && after < 3)).toBe(true);
    });

    it('does not care about video if only audio is wanted', async () => {
      const path = join(folder, 'sound.ts');
      await writeFile(path, recording);
      const how = { wanted: ['audio'], depth: decode, located: false } as const;
      expect((await new MediaReader(programs).read(path, how, signal)).complaints).toEqual([]);
    });
  });
});
