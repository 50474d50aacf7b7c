import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SubtitleWish } from '@dipper/contract';
import { sourceFormat, sourceInfo } from '../../extract/testing/recorded-page.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { makeContext } from '../testing/make-context.js';
import { SubtitleMaker } from './subtitle.maker.js';
import { subtitleOf } from './subtitle.recipe.js';

describe('SubtitleMaker', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-subtitles-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const recipe = (format: SubtitleWish['format'], language = 'de') =>
    subtitleOf(
      { kind: 'subtitle', language, format },
      {
        pageUrl: 'https://www.youtube.com/watch?v=1',
        info: {
          ...sourceInfo([]),
          durationSeconds: 7200,
          subtitles: [
            {
              language: 'de',
              name: 'Deutsch',
              machine: false,
              files: [
                { url: 'https://cdn.example/a.vtt', headers: {}, ext: 'vtt', protocol: 'file' },
              ],
            },
          ],
        },
        offer: {
          kind: 'direct',
          main: sourceFormat(),
          sound: null,
          container: 'mp4',
          recommended: true,
        },
      },
      'dipper.example:3000',
    );
  const make = async (format: SubtitleWish['format'], text: string): Promise<[string, string]> => {
    const context = makeContext({ folder, readPieces: () => Promise.resolve([Buffer.from(text)]) });
    const { path, ext } = await new SubtitleMaker().make(recipe(format), context);
    return [ext, await readFile(path, 'utf8')];
  };

  const given =
    'WEBVTT\n\n00:01.001 --> 00:02.000\n1 &lt; 2 --&gt; &amp;amp;\n-\n42\n\n01:59:59.999 --> 02:00:00.000\nЭто 🦊\n';

  it.each<[SubtitleWish['format'], string]>([
    [
      'srt',
      '1\n00:00:01,001 --> 00:00:02,000\n1 < 2 → &amp;\n-\n42\n\n2\n01:59:59,999 --> 02:00:00,000\nЭто 🦊\n',
    ],
    [
      'vtt',
      'WEBVTT\n\n00:00:01.001 --> 00:00:02.000\n1 &lt; 2 --&gt; &amp;amp;\n-\n42\n\n01:59:59.999 --> 02:00:00.000\nЭто 🦊\n',
    ],
    ['txt', '1 < 2 --> &amp; - 42\n\nЭто 🦊\n'],
    [
      'md',
      '# A title\n\n<https://www.youtube.com/watch?v=1>\n\n**0:01** 1 < 2 --> \\&amp; - 42\n\n**1:59:59** Это 🦊\n',
    ],
  ])('writes %s that parses back to the same cues', async (format, expected) => {
    expect(await make(format, given)).toEqual([format, expected]);
  });

  it.each([
    [
      'at pauses and sentences',
      ['1 2 One day', '2 3 it rained.', '3 4 It stopped.', '8 9 Later', '9 10 it snowed.'],
      ['One day it rained. It stopped.', 'Later it snowed.'],
    ],
    [
      'at changes of speaker',
      ['1 2 - Yes?\n- No!', '2 3 ADA: Well,\nmaybe.'],
      ['- Yes?', '- No!', 'ADA: Well, maybe.'],
    ],
    [
      'at marks for a new speaker, which it removes',
      ['1 2 >> Yes?', '2 3 &gt;&gt;&gt; No!\nNever!'],
      ['Yes?', 'No! Never!'],
    ],
    [
      'in scripts without spaces',
      ['1 2 今日は', '2 3 いい天気', '3 4 isn’t it'],
      ['今日はいい天気 isn’t it'],
    ],
    [
      'by length',
      Array.from({ length: 60 }, (_, at) => `${at} ${at + 1} ${'word '.repeat(9)}end ${at}.`),
      5,
    ],
  ])('splits the text %s', async (_what, cues, expected) => {
    const clock = (seconds: string): string => `00:${seconds.padStart(2, '0')}.000`;
    const vtt = cues.map((cue) => {
      const [, from = '', to = '', text = ''] = /^(\d+) (\d+) (.*)$/s.exec(cue) ?? [];
      return `${clock(from)} --> ${clock(to)}\n${text}`;
    });
    const [, text] = await make('txt', `WEBVTT\n\n${vtt.join('\n\n')}\n`);
    const paragraphs = text.trim().split('\n\n');
    expect(typeof expected === 'number' ? paragraphs.length : paragraphs).toEqual(expected);
  });

  it('names the file after the item and the language', () => {
    expect(recipe('srt').fileName).toBe('dipper.example_youtube_A_title_de.srt');
  });

  it('shares a file among visitors who request the same subtitles', () => {
    const keys = (['srt', 'vtt', 'txt', 'md', 'srt'] as const).map((format) =>
      new SubtitleMaker().shareKey(recipe(format)),
    );
    expect(new Set(keys).size).toBe(4);
  });

  it('refuses a language without subtitles', () => {
    expect(() => recipe('srt', 'fr')).toThrow(DomainError);
  });

  it('leaves no file for empty subtitles', async () => {
    const context = makeContext({
      folder,
      readPieces: () => Promise.resolve([Buffer.from('WEBVTT\n\n')]),
      readAgain: () => Promise.resolve(sourceInfo([])),
    });
    await expect(new SubtitleMaker().make(recipe('vtt'), context)).rejects.toMatchObject({
      code: 'SUBTITLES_GONE',
    });
  });
});
