import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picture, sound, sourceFormat, sourceInfo } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { ArrivingFiles } from '../arriving/arriving-files.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { FileAttempts } from '../checked/file-attempt.js';
import { Muxer } from '../ffmpeg.js';
import { MediaReader } from '../gate/media-reader.js';
import { SourceChecker } from '../gate/source-check.js';
import type { Made } from '../maker.port.js';
import { Prober } from '../probe.js';
import { makeContext } from '../testing/make-context.js';
import type { CaptionReader } from './captions/caption-reader.js';
import { JoinMaker } from './join.maker.js';
import { joinOf } from './join.recipe.js';

const SECONDS = 4;
const [MPEG4, H264] = [
  ['-c:v', 'mpeg4', '-bf', '2'],
  ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2'],
];
const [AAC, MP3] = [
  ['-c:a', 'aac'],
  ['-c:a', 'libmp3lame'],
];
/** The formats of the files, by extension, as ffprobe names them. */
const FILES: readonly (readonly [ext: string, options: readonly string[], format: string])[] = [
  ['wav', ['-vn'], 'wav'],
  ['aac', ['-vn', ...AAC], 'aac'],
  ['m4b', ['-vn', ...AAC, '-f', 'ipod'], 'mov'],
  ['oga', ['-vn', '-c:a', 'libvorbis', '-f', 'ogg'], 'ogg'],
  ['m4v', [...H264, ...AAC, '-f', 'mp4'], 'mov'],
  ['3gp', [...H264, ...AAC], 'mov'],
  ['ts', [...H264, ...AAC], 'mpegts'],
  ['flv', [...H264, ...AAC], 'flv'],
  ['avi', [...MPEG4, ...MP3], 'avi'],
  ['mts', [...H264, ...AAC, '-f', 'mpegts'], 'matroska'],
];

describe('JoinMaker with a single file', () => {
  let sources: string;
  let folder: string;
  let programs: ProgramsService;
  const run = (program: 'ffmpeg' | 'ffprobe', ...argv: string[]): Promise<string> =>
    runProcess(programs.find(program) ?? '', ['-v', 'error', ...argv], { timeoutMs: 60_000 });

  beforeAll(async () => {
    sources = await mkdtemp(join(tmpdir(), 'dipper-single-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: sources }));
    const inputs = [
      ...['-f', 'lavfi', '-i', `testsrc=size=64x36:rate=25:duration=${SECONDS}`],
      ...['-f', 'lavfi', '-i', `sine=sample_rate=44100:duration=${SECONDS}`],
    ];
    const outputs = FILES.flatMap(([ext, options]) => [...options, join(sources, `a.${ext}`)]);
    await run('ffmpeg', ...inputs, ...outputs);
  });
  afterAll(() => rm(sources, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-join-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  function make(ext: string, isAudio: boolean): Promise<Made> {
    const env = parseEnv({ DATA_DIR: sources });
    const processes = new ProcessRegistry(env);
    const [prober, reader] = [new Prober(programs), new MediaReader(programs)];
    const muxer = new Muxer(programs, processes);
    const checker = new SourceChecker(reader, prober);
    const arriving = new ArrivingFiles(env, programs, processes, prober, reader);
    const attempts = new FileAttempts(env, muxer, prober, checker, arriving);
    const format = { protocol: 'file', ext, acodec: null, vcodec: null } as const;
    const main = isAudio ? sound(format) : sourceFormat({ ...picture(), ...format, audio: 'yes' });
    const recipe = joinOf(
      {
        pageUrl: 'https://site.example/watch/1',
        info: { ...sourceInfo([]), durationSeconds: SECONDS },
        offer: { kind: 'direct', main, sound: null, container: ext, recommended: true },
      },
      'dipper.example',
    );
    const fetch = async (): Promise<{ path: string; bytes: number }[]> => {
      const path = join(folder, 'source-0');
      await copyFile(join(sources, `a.${ext}`), path);
      return [{ path, bytes: 100_000 }];
    };
    const files = new CheckedFiles(attempts);
    return new JoinMaker(files, {} as CaptionReader).make(recipe, makeContext({ folder, fetch }));
  }

  it.each(FILES)('keeps the container of a .%s file, or names the new one', async (...row) => {
    const [ext, options, format] = row;
    const made = await make(ext, options.includes('-vn'));
    expect(made.ext).toBe(format === 'matroska' ? 'mkv' : ext);
    const entries = ['-show_entries', 'format=format_name', '-of', 'csv=p=0'];
    const found = (await run('ffprobe', ...entries, made.path)).replaceAll('"', '').trim();
    expect(found.split(',')[0]).toBe(format);
  });
});
