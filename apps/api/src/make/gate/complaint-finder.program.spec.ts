import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../infra/env/env.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { Prober } from '../probe.js';
import { ComplaintFinder } from './complaint-finder.js';
import { type Complaint, type Depth, MediaReader } from './media-reader.js';

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=6'];
const NOISE = ['-vf', 'noise=alls=15:allf=t:all_seed=1', '-pix_fmt', 'yuv420p'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M'];
const AV1 = ['-c:v', 'libsvtav1', '-preset', '12', '-b:v', '500k'];
/** In seconds. The key frames are at 0 s and 4 s. */
const DAMAGED_AT = 3.24;

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
  const locate = async (path: string, depth: Depth): Promise<Complaint[]> => {
    const how = { wanted: ['video', 'audio'], depth } as const;
    const finder = new ComplaintFinder(new MediaReader(programs));
    const reads = { isSegmented: false, signal };
    const first = await finder.read(path, { ...how, located: false }, reads);
    expect(first.complaints).not.toEqual([]);
    const { complaints: heard, streams } = first;
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
});
