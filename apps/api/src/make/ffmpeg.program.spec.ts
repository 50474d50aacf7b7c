import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { parseEnv } from '../infra/env/env.js';
import { processIdentity } from '../infra/process/process-identity.js';
import { ProcessRegistry } from '../infra/process/process-registry.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { Muxer, muxBounds } from './ffmpeg.js';

/** What the fake ffmpegs do. */
const SCRIPTS = {
  hangs: 'exec sleep 600',
  reports:
    'echo "frame=1 fps=0 q=-1.0 size=1kB time=00:00:01.00 bitrate=1kbits/s" >&2; exec sleep 600',
  tells: 'env > "$HERE/environment"',
  eats: 'exec tail /dev/zero',
  // The message and exit code of ffmpeg 5.1.
  spills: 'echo "Error writing trailer of file:/x: No space left on device" >&2; exit 0',
  floods: 'exec head -c 1000000000 /dev/zero > "$HERE/flood"',
} as const;

let folder: string;
let input: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-ffmpeg-'));
  input = join(folder, 'input');
  await writeFile(input, 'x'.repeat(1000));
});
afterEach(async () => {
  jest.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A muxer with a fake ffmpeg, which first records its process id. */
async function muxerThat(does: keyof typeof SCRIPTS): Promise<Muxer> {
  const path = join(folder, 'fake-ffmpeg');
  const script = ['#!/bin/sh', `HERE='${folder}'`, 'echo $$ > "$HERE/pid"', SCRIPTS[does]].join(
    '\n',
  );
  await writeFile(path, `${script}\n`, { mode: 0o755 });
  const env = parseEnv({ DATA_DIR: folder, FFMPEG_PATH: path });
  return new Muxer(new ProgramsService(env), new ProcessRegistry(env));
}

/** The code or message of a failed mux; 'made' if the mux succeeds. */
function outcomeOf(
  muxer: Muxer,
  more: { onProgress?: () => void; signal?: AbortSignal; options?: string[] } = {},
): Promise<unknown> {
  return muxer
    .mux({
      inputs: [input],
      options: ['-f', 'matroska'],
      output: join(folder, 'output'),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...more,
    })
    .then(
      () => 'made',
      (error: unknown) => (error as { code?: unknown }).code ?? (error as Error).message,
    );
}

const pidOfChild = async (): Promise<number> =>
  Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
const hasEnded = async (): Promise<boolean> => {
  const pid = await pidOfChild();
  return pid > 0 && processIdentity(pid) === null;
};

describe('Muxer', () => {
  it('gives ffmpeg its limits and none of our environment, and starts nothing else', async () => {
    const before = { ...process.env };
    await writeFile(join(folder, 'ffprobe'), `#!/bin/sh\n: > '${folder}/probed'\n`, {
      mode: 0o755,
    });
    process.env['PATH'] = `${folder}${delimiter}${before['PATH']}`;
    process.env['SECRET_OF_THE_TEST'] = 'x';
    try {
      const ours = { ...process.env };
      expect(await outcomeOf(await muxerThat('tells'))).toBe('made');
      expect(process.env).toEqual(ours);
    } finally {
      process.env['PATH'] = before['PATH'];
      delete process.env['SECRET_OF_THE_TEST'];
    }
    const environment = await readFile(join(folder, 'environment'), 'utf8');
    const names = environment.split('\n').map((line) => line.split('=')[0]);
    // Leaves out the variables that the shell adds.
    expect(
      names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_', ''].includes(name ?? '')).sort(),
    ).toEqual([
      'LANG',
      ...['LEASH_CPU_SECONDS', 'LEASH_FILE_BLOCKS', 'LEASH_MEMORY_KB'],
      ...['MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'],
      'PATH',
    ]);
    await expect(stat(join(folder, 'probed'))).rejects.toThrow('ENOENT');
  });

  it('detects that the disk was full at the end of the file', async () => {
    expect(await outcomeOf(await muxerThat('spills'))).toBe('DISK_FULL');
  });

  it.each([
    ['eats memory', 'eats'],
    ['writes without end', 'floods'],
  ] as const)('kills an ffmpeg that %s', async (_, does) => {
    expect(await outcomeOf(await muxerThat(does))).toBe('MERGE_FAILED');
    expect(await hasEnded()).toBe(true);
  });

  it('kills an ffmpeg that takes too long', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const outcome = outcomeOf(await muxerThat('hangs'));
    while ((await pidOfChild()) === 0) {
      await turn();
    }
    jest.advanceTimersByTime(muxBounds(1000).wallMs);
    expect(await outcome).toBe('MERGE_FAILED');
    expect(await hasEnded()).toBe(true);
  });

  it('kills an ffmpeg whose process id cannot be recorded, and fails', async () => {
    const muxer = await muxerThat('hangs');
    // A file in place of the folder makes recording fail.
    await writeFile(join(folder, 'run'), '');
    expect(await outcomeOf(muxer)).toBe('INTERNAL');
  });

  it('fails when its progress callback throws', async () => {
    const onProgress = (): never => {
      throw new Error('the listener broke');
    };
    expect(await outcomeOf(await muxerThat('reports'), { onProgress })).toBe('the listener broke');
    expect(await hasEnded()).toBe(true);
  });

  it('fails when ffmpeg cannot be started', async () => {
    const options = ['-metadata', `title=${'x'.repeat(200_000)}`];
    expect(await outcomeOf(await muxerThat('hangs'), { options })).toBe('MERGE_FAILED');
  });
});
