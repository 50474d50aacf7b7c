import { ytdlpInfo } from '../../../testing/recorded-page.js';
import { readYtdlpSubtitles } from './read-ytdlp-subtitles.js';

type Given = Record<string, readonly Record<string, unknown>[]>;

const at = (ext: string, query = ''): Record<string, unknown> => ({
  ext,
  url: `https://cdn.example/a.${ext}${query}`,
});
const read = (subtitles: Given, automatic: Given = {}, language: string | null = null) =>
  readYtdlpSubtitles(ytdlpInfo('twitch-1', { subtitles, automatic_captions: automatic, language }));
/**
 * One line for each track: its language, whether a person or a machine wrote it, and its types in
 * order.
 */
const lines = (...given: Parameters<typeof read>): string[] =>
  read(...given).map(({ language, machine, files }) =>
    [language, machine ? 'machine' : 'person', ...files.map(({ ext }) => ext)].join(' '),
  );

describe('readYtdlpSubtitles', () => {
  it.each([
    ['youtube-1', ['af machine', 'ak machine']],
    ['youtube-2', ['de person']],
    ['youtube-4', ['af machine', 'ak machine']],
    ['twitter-1', []],
  ])('begins the tracks of %s with %j', (name, expected) => {
    const tracks = readYtdlpSubtitles(ytdlpInfo(name));
    expect(tracks.map((one) => `${one.language} ${one.machine ? 'machine' : 'person'}`)).toEqual(
      expected,
    );
  });

  const heard = { en: [at('vtt')], 'en-orig': [{ ...at('json3'), name: 'English (Original)' }] };
  const translated = { de: [at('vtt', '?tlang=de')], zu: [at('vtt', '?tlang=zu')] };

  it.each<[string, Given, Given, string[]]>([
    [
      'captions in the spoken language rather than translations',
      {},
      { ...translated, ...heard },
      ['en machine json3'],
    ],
    ['translations if there is nothing else', {}, translated, ['de machine vtt', 'zu machine vtt']],
    [
      'human-made tracks before auto-generated ones',
      { de: [at('srt')] },
      heard,
      ['de person srt', 'en machine json3'],
    ],
    [
      'no auto-generated track for a language with a human-made one',
      { 'en-GB': [at('vtt')] },
      heard,
      ['en-GB person vtt'],
    ],
    [
      'both scripts of a language',
      { 'zh-TW': [at('vtt')] },
      { 'zh-CN': [at('vtt')] },
      ['zh-TW person vtt', 'zh-CN machine vtt'],
    ],
    ['no chat', { live_chat: [at('json')], danmaku: [at('xml')], rechat: [at('json')] }, {}, []],
    [
      "a site's own spelling and name",
      {
        'eng-US': [at('vtt')],
        de_AT: [at('vtt')],
        'en-eEY6OEpapPo': [at('vtt')],
        und: [at('vtt')],
      },
      {},
      ['en-US person vtt', 'de-AT person vtt', 'en-eEY6OEpapPo person vtt', 'und person vtt'],
    ],
    [
      'marks of auto-generated tracks',
      {
        'ai-zh': [at('srt')],
        'en-x-autogen': [at('vtt')],
        fr: [{ ...at('vtt'), name: 'French (auto-generated)' }],
      },
      {},
      ['zh machine srt', 'en machine vtt', 'fr machine vtt'],
    ],
    [
      'the best types first',
      { en: ['ttml', 'srv2', 'srv1', 'json3', 'exe', 'vtt'].map((ext) => at(ext)) },
      {},
      ['en person vtt ttml json3'],
    ],
    [
      'files before playlists',
      { en: [{ ...at('vtt'), protocol: 'm3u8_native' }, at('srt')] },
      {},
      ['en person srt vtt'],
    ],
    [
      'no other protocols or schemes',
      {
        en: [
          { ...at('vtt'), protocol: 'http_dash_segments' },
          { ext: 'vtt', url: 'file:///etc/passwd' },
        ],
      },
      {},
      [],
    ],
    ['texts that came with the page', { en: [{ ext: 'srt', data: '1\n' }] }, {}, ['en person srt']],
    [
      'no track with an invalid key',
      { 'a/../b': [at('vtt')], ['x'.repeat(99)]: [at('vtt')] },
      {},
      [],
    ],
    ['no track whose value is not a list', { en: 'x' as never }, {}, []],
  ])('keeps %s', (_case, subtitles, automatic, expected) => {
    expect(lines(subtitles, automatic)).toEqual(expected);
  });

  it('puts the language of the item first', () => {
    const given = { ar: [at('vtt')], de: [at('vtt')], en: [at('vtt')] };
    expect(read(given, {}, 'de').map(({ language }) => language)).toEqual(['de', 'ar', 'en']);
  });

  it('limits names, tracks and their sizes', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, key) => [
        `x${key}`,
        [{ ...at('vtt'), name: 'n'.repeat(500) }],
      ]),
    );
    const tracks = read(many);
    expect([tracks.length, tracks[0]?.name?.length]).toEqual([120, 100]);
    const large = Object.fromEntries(
      ['de', 'en', 'fr'].map((key) => [key, [{ ext: 'srt', data: 'x'.repeat(900_000) }]]),
    );
    expect(read(large)).toHaveLength(2);
  });

  it('keeps the headers that the source needs', () => {
    const own = [{ ...at('vtt'), http_headers: { Referer: 'https://a.example/', 'X-Key': '1' } }];
    expect(read({ en: own })[0]?.files[0]?.headers).toEqual({ referer: 'https://a.example/' });
  });
});
