import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramsService } from '../../infra/programs/programs.service.js';
import { argvOf, type Depth, MediaReader } from './media-reader.js';

const packets: Depth = { kind: 'packets', filter: null };
const decode: Depth = { kind: 'decode', keysOnly: false, checksums: false };
const both: Depth = { kind: 'both', filter: 'h264_mp4toannexb', checksums: false };

/** Longer than any deadline. */
const FOREVER_MS = 3_600_000;

describe('MediaReader with a misbehaving ffmpeg', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-reader-'));
    execFileSync('mkfifo', [join(folder, 'stuck')]);
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => rm(folder, { recursive: true }));
  const { signal } = new AbortController();

  /** Reads a file with a shell script in place of ffmpeg. */
  const read = async (
    script: string,
    depth: Depth,
    wanted: readonly ('video' | 'audio')[] = ['video'],
  ): ReturnType<MediaReader['read']> => {
    const program = join(folder, 'ffmpeg');
    await writeFile(program, `#!/bin/sh\n${script}\n`);
    await chmod(program, 0o755);
    const programs = { find: () => program } as Partial<ProgramsService> as ProgramsService;
    return new MediaReader(programs).read(program, { wanted, depth, located: false }, signal);
  };

  /** Like `read`. Once the script has ended, the program does nothing until its time has run out. */
  const readStuck = async (script: string, depth: Depth): ReturnType<MediaReader['read']> => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const pipe = join(folder, 'stuck');
    const reading = read(`${script}\necho >'${pipe}'\nsleep 60`, depth);
    await Promise.race([reading, readFile(pipe)]);
    jest.advanceTimersByTime(FOREVER_MS);
    return reading;
  };

  it('abandons a task whose packets take forever to read', async () => {
    await expect(readStuck('', packets)).rejects.toMatchObject({ code: 'MERGE_FAILED' });
    jest.useRealTimers();
    await expect(read('kill -s KILL $$', packets)).rejects.toMatchObject({ code: 'MERGE_FAILED' });
  });

  it('continues without a check when decoding takes forever', async () => {
    const line = '[h264 @ 0x55afc07cb740] [error] error while decoding MB 9 6';
    const { complaints } = await readStuck(`echo '${line}' >&2`, decode);
    expect(complaints.map(({ text }) => text)).toEqual([line]);
  });

  it.each([
    ['no complaint about the cover', 'png', 0],
    ['a complaint about the audio', 'mp3float', 1],
  ])('for an audio file, reports %s (%s): %i', async (_, by, count) => {
    const line = `[${by} @ 0x56b1729b300] [error] Invalid signature`;
    const { complaints } = await read(`echo '${line}' >&2`, packets, ['audio']);
    expect(complaints).toHaveLength(count);
  });

  it('reports nothing about a file that needs more memory than allowed', async () => {
    const line = '[h264 @ 0x55afc07cb740] [error] get_buffer() failed: Cannot allocate memory';
    expect((await read(`echo '${line}' >&2; exit 1`, decode)).complaints).toEqual([]);
  });

  it('does not trust packets when some could not be read', async () => {
    expect((await readStuck('', both)).complaints).not.toEqual([]);
    jest.useRealTimers();
    expect((await read('kill -s KILL $$', both)).complaints).not.toEqual([]);
    const script = `echo '[h264 @ 0x55] [error] Cannot allocate memory' >&2; exit 1`;
    expect((await read(script, both)).complaints).not.toEqual([]);
  });

  it.each([packets, decode, both])('treats an exit with an error as damage: %j', async (depth) => {
    const { complaints } = await read('exit 1', depth);
    expect(complaints.map(({ text }) => text)).toEqual(['reading ended: process failed: exit (1)']);
  });

  it.each([
    ['running out of processor time', 'KILL', 0],
    ['a crash', 'SEGV', 1],
  ])('counts %s (SIG%s) while decoding as damage: %i', async (_, name, count) => {
    expect((await read(`kill -s ${name} $$`, decode)).complaints).toHaveLength(count);
  });

  it.each(['exit 127', 'exit 126'])('reports that ffmpeg is missing: %s', async (script) => {
    await expect(read(script, packets)).rejects.toMatchObject({ code: 'MUXER_MISSING' });
  });
});

describe('argvOf', () => {
  const options = (depth: Depth, located = false): string =>
    argvOf('f', { wanted: ['video', 'audio'], depth, located }).join(' ');

  it('allows local files only, in each input', () => {
    const argv = options({ kind: 'pictures', at: [1, 9] });
    expect(argv.match(/-protocol_whitelist file,pipe/g)).toHaveLength(2);
    expect(argv).toContain('-map 1:V:0? -map 1:a:0?');
  });

  it('decodes a span from the key frame before it to its end, and a picture alone', () => {
    const span = options({ kind: 'span', from: 1, to: 2 });
    expect(span).toMatch(/-noaccurate_seek -seek_timestamp 1 -ss 1\.000000 (?!-t)/);
    expect(span).toMatch(/-filter:v select\S+,trim=end=2\.000000 -filter:a aselect\S+ -f null -$/);
    expect(options({ kind: 'span', from: 9, to: Infinity })).not.toContain('trim');
    expect(options({ kind: 'picture', from: 9 })).toContain('-ss 9.000000 -t 0.001 ');
  });

  it('lists one picture for each time, and decodes only what needs no other picture on the way there', () => {
    const argv = options({ kind: 'pictures', at: [0, 2.5] });
    expect(argv).toMatch(
      /-skip_frame:v nointra -noaccurate_seek -seek_timestamp 1 -ss 2\.500000 -t 0\.001 .*-i file:f/,
    );
    expect(argv).toMatch(/-map 1:V:0\? .*-f framecrc pipe:1$/);
  });

  it('limits the decoder threads, whose frames take memory', () => {
    expect(options(decode).match(/-threads 2 .*-i file:f/)).not.toBeNull();
    expect(options({ kind: 'pictures', at: [0, 1, 2] }).match(/-threads 2 /g)).toHaveLength(3);
  });

  it('keeps messages and packets in order only on request', () => {
    expect(options(decode, true)).toContain('-threads 1');
    expect(options(decode, true)).toMatch(/framecrc -flush_packets 1 pipe:2$/);
    expect(options(packets)).toMatch(/-c copy -copyinkf -f framecrc pipe:1$/);
    expect(options(decode)).toMatch(/-f null -$/);
  });

  it('filters the packets that it copies, and decodes unfiltered ones', () => {
    expect(options(both)).toMatch(
      /-c copy -copyinkf -bsf:v h264_mp4toannexb -f framecrc pipe:1 -map 0:V:0\? -map 0:a:0\? -f null -$/,
    );
  });

  it.each([decode, both])('skips the loop filter, which only smooths the picture: %j', (depth) => {
    expect(options(depth)).toMatch(/-skip_loop_filter:v all .*-i file:f/);
    expect(argvOf('f', { wanted: ['audio'], depth, located: false })).not.toContain('all');
  });
});
