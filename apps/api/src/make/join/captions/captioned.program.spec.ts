import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  picture,
  sound,
  sourceFormat,
  sourceInfo,
} from '../../../extract/testing/recorded-page.js';
import type { SourceFormat } from '../../../extract/source-info.js';
import { parseEnv } from '../../../infra/env/env.js';
import { ProcessRegistry } from '../../../infra/process/process-registry.js';
import { runProcess } from '../../../infra/process/run-process.js';
import { ProgramsService } from '../../../infra/programs/programs.service.js';
import type { ArrivingFiles } from '../../arriving/arriving-files.js';
import { CheckedFiles } from '../../checked/checked-files.js';
import { FileAttempts } from '../../checked/file-attempt.js';
import { Muxer } from '../../ffmpeg.js';
import { MediaReader } from '../../gate/media-reader.js';
import { SourceChecker } from '../../gate/source-check.js';
import { Prober } from '../../probe.js';
import { decodeEntities } from '../../subtitle/parse/cue-text.js';
import { makeContext } from '../../testing/make-context.js';
import { JoinMaker } from '../join.maker.js';
import { CaptionReader } from './caption-reader.js';
import { captionedOf } from './captioned.recipe.js';

const SECONDS = 10;

interface Packet {
  readonly pts_time: string;
  readonly duration_time: string;
  /** Hex dump in xxd's format. */
  readonly data: string;
}

/** Rounds to tenths, because files begin a little later if the audio begins before the video. */
function tenths(seconds: string | number): number {
  return Math.round(Number(seconds) * 10) / 10;
}

/**
 * Extracts the text from a packet. In MP4, the text follows its length. In WebM, the text follows
 * the cue's name and settings, and is escaped.
 */
function keptText(data: string): string {
  const hex = data.replace(/^\w{8}: ((?:\w{2,4} )+).*$/gm, '$1').replace(/\s/g, '');
  const bytes = Buffer.from(hex, 'hex');
  const isSample = bytes.length >= 2 && bytes.readUInt16BE(0) === bytes.length - 2;
  return (isSample ? bytes.subarray(2) : bytes).toString('utf8').replace(/\u2060/g, '');
}

describe('JoinMaker with subtitles and real programs', () => {
  let sources: string;
  let folder: string;
  let programs: ProgramsService;
  const at = (name: string): string => join(sources, name);
  const run = (program: 'ffmpeg' | 'ffprobe', ...argv: string[]): Promise<string> =>
    runProcess(programs.find(program) ?? '', ['-v', 'error', ...argv], { timeoutMs: 60_000 });

  beforeAll(async () => {
    sources = await mkdtemp(join(tmpdir(), 'dipper-captioned-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: sources }));
    const lavfi = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
    await run(
      'ffmpeg',
      ...lavfi(`testsrc=size=64x36:rate=10:duration=${SECONDS}`),
      ...lavfi(`sine=duration=${SECONDS}`),
      ...['-map', '0', '-c:v', 'libx264', '-preset', 'ultrafast', at('video.mp4')],
      ...['-map', '1', '-c:a', 'aac', at('audio.m4a')],
      ...['-map', '0', '-map', '1', '-c:v', 'libvpx', '-c:a', 'libopus', at('both.webm')],
    );
  });
  afterAll(() => rm(sources, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-join-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  interface Case {
    readonly container: string;
    readonly inputs: readonly string[];
    readonly main: SourceFormat;
    readonly sound: SourceFormat | null;
  }
  const mp4: Case = {
    ...{ container: 'mp4', inputs: ['video.mp4', 'audio.m4a'] },
    ...{ main: picture(), sound: sound() },
  };
  const webm: Case = {
    ...{ container: 'webm', inputs: ['both.webm'] },
    ...{ main: sourceFormat({ ext: 'webm' }), sound: null },
  };
  const flv: Case = { ...mp4, container: 'flv' };

  const make = async (
    { container, inputs, main, sound: joined }: Case,
    vtt: string,
    language = 'zh-TW',
  ): Promise<string> => {
    const env = parseEnv({ DATA_DIR: sources });
    const prober = new Prober(programs);
    const muxer = new Muxer(programs, new ProcessRegistry(env));
    const checker = new SourceChecker(new MediaReader(programs), prober);
    const files = new CheckedFiles(
      new FileAttempts(env, muxer, prober, checker, {} as ArrivingFiles),
    );
    const track = { language, name: null, machine: false };
    const file = { url: 'https://cdn.example/a.vtt', headers: {}, ext: 'vtt', protocol: 'file' };
    const recipe = captionedOf(
      { kind: 'captioned', language },
      {
        pageUrl: 'https://site.example/watch/1',
        info: {
          ...sourceInfo([]),
          durationSeconds: SECONDS,
          subtitles: [{ ...track, files: [{ ...file, protocol: 'file' }] }],
        },
        offer: { kind: 'merge', main, sound: joined, container, recommended: true },
      },
      'dipper.example',
    );
    const context = makeContext({
      folder,
      readPieces: () => Promise.resolve([Buffer.from(vtt)]),
      fetch: () =>
        Promise.all(
          inputs.map(async (name) => {
            const path = join(folder, name);
            await copyFile(at(name), path);
            return { path, bytes: 100_000 };
          }),
        ),
    });
    const made = await new JoinMaker(files, new CaptionReader(programs)).make(recipe, context);
    expect(recipe.fileName).toMatch(new RegExp(`_${language}\\.${made.ext}$`));
    return made.path;
  };
  const streams = async (path: string): Promise<Record<string, unknown>[]> => {
    const entries = 'stream=codec_type,codec_name,nb_read_packets:stream_tags:stream_disposition';
    const found = await run(
      'ffprobe',
      '-count_packets',
      '-show_entries',
      entries,
      '-of',
      'json',
      path,
    );
    return (JSON.parse(found) as { streams: Record<string, unknown>[] }).streams;
  };
  /**
   * The stored texts with their times. They are read undecoded, because ffmpeg would parse some of
   * them as markup.
   */
  const textOf = async (path: string): Promise<string[]> => {
    const argv = ['-select_streams', 's:0', '-show_packets', '-show_data', '-of', 'json', path];
    const { packets } = JSON.parse(await run('ffprobe', ...argv)) as { packets: Packet[] };
    return packets
      .map(({ pts_time: start, duration_time: seconds, data }) => {
        const text = keptText(data).replace(/\n/g, ' / ');
        return [tenths(start), tenths(Number(start) + Number(seconds)), text].join(' ');
      })
      .filter((line) => !line.endsWith(' '));
  };

  const vtt = `WEBVTT

00:00.200 --> 00:02.000
Grüße — 你好
zweite Zeile

00:05.000 --> 00:06.500
letzte

00:07.000 --> 00:08.000
&lt;b&gt;1 &lt; 2&lt;/b&gt; C:\\New &amp;amp;

00:09.500 --> 00:11.500
bis zum Schluss
`;
  const text = [
    '0.2 2 Grüße — 你好 / zweite Zeile',
    '5 6.5 letzte',
    '7 8 <b>1 < 2</b> C:\\New &amp;',
    // This cue ends with the video.
    '9.5 10 bis zum Schluss',
  ];

  it.each<[string, Case, string[], Record<string, unknown>]>([
    ['mp4', mp4, ['h264', 'aac', 'mov_text'], { language: 'zho', handler_name: '中文（台灣）' }],
    ['webm', webm, ['vp8', 'opus', 'webvtt'], { language: 'zho', title: '中文（台灣）' }],
    [
      'mkv if the container takes no subtitles',
      flv,
      ['h264', 'aac', 'subrip'],
      { language: 'zho', title: '中文（台灣）' },
    ],
  ])('adds subtitles to %s as a disabled track', async (_container, given, codecs, tags) => {
    const path = await make(given, vtt);
    const found = await streams(path);
    expect(found.map(({ codec_name: codec }) => codec)).toEqual(codecs);
    expect(found[2]?.['tags']).toMatchObject(tags);
    expect(found[2]?.['disposition']).toMatchObject({ default: 0 });
    // WebM stores WebVTT unchanged, with its entities.
    const escaped = (await textOf(path)).map((line) => decodeEntities(line));
    expect(given === webm ? escaped : await textOf(path)).toEqual(text);
    const whole = await streams(at(given.inputs[0] ?? ''));
    expect(found[0]?.['nb_read_packets']).toBe(whole[0]?.['nb_read_packets']);
    expect(await readdir(folder)).toEqual([basename(path)]);
  });

  it('refuses subtitles that begin after the end of the item', async () => {
    const late = 'WEBVTT\n\n00:11.000 --> 00:12.000\nanother film\n';
    await expect(make(mp4, late)).rejects.toMatchObject({ code: 'SUBTITLES_GONE' });
  });

  it('refuses audio without video', async () => {
    await expect(make({ ...mp4, main: sound(), sound: null }, vtt)).rejects.toMatchObject({
      code: 'WISH_NOT_POSSIBLE',
    });
  });
});
