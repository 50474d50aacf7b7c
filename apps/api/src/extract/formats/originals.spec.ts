import {
  picture,
  recorded,
  sound,
  sourceFormat,
  sourceInfo,
  ytdlpInfo,
} from '../testing/recorded-page.js';
import type { SourceFormat, SourceInfo } from '../source-info.js';
import { readYtdlpInfo } from '../extractors/ytdlp/info/read-ytdlp-info.js';
import { offersOf } from './offers.js';
import { originalsOf } from './originals.js';

const idsOf = (...formats: SourceFormat[]): string[] => originalsOf(formats).map(({ id }) => id);
const spanish = { language: 'es', languagePreference: -1 };
const original = { language: 'en', languagePreference: 10 };

describe('originalsOf', () => {
  it.each<[string, SourceFormat[], string[]]>([
    [
      'audio in other languages',
      [sound({ id: 'es', ...spanish }), sound({ id: 'en', ...original }), sound({ id: 'unsaid' })],
      ['en'],
    ],
    [
      'whole files in other languages',
      [sourceFormat({ id: 'es', ...spanish }), sourceFormat({ id: 'en', ...original })],
      ['en'],
    ],
    [
      'whole files in a language other than that of the audio',
      [sourceFormat({ id: 'es', ...spanish }), sound({ id: 'en', ...original }), picture()],
      ['en', 'v'],
    ],
    [
      'all languages but one if none of them is the original',
      [sound({ id: 'es', ...spanish }), sound({ id: 'de', language: 'de' }), picture()],
      ['es', 'v'],
    ],
    [
      'other languages beside audio of unknown language',
      [sound({ id: 'es', ...spanish }), sound({ id: 'unsaid' })],
      ['unsaid'],
    ],
    [
      'audio descriptions',
      [sound({ id: 'ad', note: 'Audio description', language: 'de' }), sound({ language: 'de' })],
      ['a'],
    ],
    [
      'compressed audio by its id',
      [sound({ id: '140-drc' }), sound({ id: '140-drc-1' }), sound({ id: '140' })],
      ['140'],
    ],
    [
      'compressed audio by its note',
      [sound({ id: '1', note: 'medium, DRC' }), sound({ id: '2', note: 'medium' })],
      ['2'],
    ],
  ])('drops %s', (_, formats, ids) => {
    expect(idsOf(...formats)).toEqual(ids);
  });

  it.each<[string, SourceFormat[]]>([
    ['a whole file of unknown language', [sourceFormat(), sound(original), picture()]],
    ['dubbed files if the original has no video', [sourceFormat(spanish), sound(original)]],
    ['silent video', [picture(), picture(spanish), sound(original)]],
    ['compressed audio if there is no other', [sound({ id: '140-drc' })]],
    ['names that only look alike', [sound({ id: 'drchat' }), sound({ note: 'DRCONGO' })]],
    ['nothing from an empty list', []],
  ])('keeps %s', (_, formats) => {
    expect(originalsOf(formats)).toEqual(formats);
  });
});

/** A recorded YouTube page with more audio, as on other pages: dubbed and compressed versions. */
function pageWith(extra: readonly Record<string, unknown>[], changes = {}): SourceInfo {
  const formats = (recorded('youtube-1')['formats'] as Record<string, unknown>[]).map((format) =>
    format['vcodec'] === 'none' && format['protocol'] === 'https'
      ? { ...format, ...changes }
      : format,
  );
  const like = (id: unknown): Record<string, unknown> =>
    formats.find((format) => format['format_id'] === id) ?? {};
  const added = extra.map(({ of, ...rest }) => ({ ...like(of), ...rest }));
  const page = ytdlpInfo('youtube-1', { formats: [...added, ...formats] });
  return readYtdlpInfo(page, 'https://asked.example/');
}

describe('the offers of a recorded page', () => {
  it('never replace original audio with the compressed version', () => {
    // yt-dlp reports compressed versions like this: half a step lower in quality, possibly with a
    // higher bitrate.
    const drc = { quality: 2.5, format_note: 'medium, DRC' };
    const page = pageWith([
      { of: '140', format_id: '140-drc', abr: 150, tbr: 150, ...drc },
      { of: '251', format_id: '251-drc', abr: 170, tbr: 170, ...drc },
    ]);
    expect(offersOf(page)).toEqual(offersOf(pageWith([])));
    expect(offersOf(page).flatMap(({ sound: joined }) => joined?.id ?? [])).toContain('251');
  });

  it('join the original language, except for rows in another language', () => {
    const page = pageWith(
      [
        {
          of: '251',
          format_id: '251-0',
          abr: 48,
          tbr: 48,
          language: 'es',
          language_preference: -1,
        },
        {
          of: '251',
          format_id: '251-1',
          abr: 190,
          tbr: 190,
          language: 'de',
          language_preference: -1,
        },
      ],
      { language: 'en', language_preference: 10 },
    );
    const originals = offersOf(page).filter(({ language }) => language === null);
    const voices = originals.flatMap(({ main, sound: joined }) =>
      main.video === 'no' ? [main] : joined === null ? [] : [joined],
    );
    expect(new Set(voices.map(({ language }) => language))).toEqual(new Set(['en']));
  });

  it('recommend the original even if entire playlists are dubbed', () => {
    const playlist = { protocol: 'hls', fps: 30 } as const;
    const page = sourceInfo([
      sourceFormat({ id: '96-0', ...playlist, ...spanish }),
      sourceFormat({ id: '96-1', ...playlist, ...original }),
      sourceFormat({ id: '95-1', ...playlist, ...original, width: 854, height: 480 }),
    ]);
    expect(offersOf(page).map(({ main, recommended }) => [main.id, recommended])).toEqual([
      ['96-1', true],
      ['95-1', false],
      ['96-0', false],
    ]);
  });
});
