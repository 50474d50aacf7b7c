import { picture, sound, sourceFormat, sourceInfo } from '../testing/recorded-page.js';
import type { SourceFormat } from '../source-info.js';
import { MAX_LANGUAGES } from './languages.js';
import { offersOf } from './offers.js';

const original = { language: 'en', languagePreference: 10 };
const spanish = { language: 'es', languagePreference: -1 };
const opus = { acodec: 'opus', ext: 'webm' };
const webm = { vcodec: 'vp9', ext: 'webm' };

/** The rows in other languages, for example "es mp4 v+a" or "es m4a a". */
const foreign = (...formats: SourceFormat[]): string[] =>
  offersOf(sourceInfo(formats))
    .filter(({ language }) => language !== null)
    .map(({ language, voice, container, main, sound: joined }) =>
      [language, voice, container, joined === null ? main.id : `${main.id}+${joined.id}`]
        .filter(Boolean)
        .join(' '),
    );

describe('otherLanguages', () => {
  it.each<[string, SourceFormat[], string[]]>([
    [
      'the recommended video with matching audio, and that audio',
      [
        picture({ id: 'v1080', width: 1920, height: 1080 }),
        picture({ id: 'v720' }),
        picture({ id: 'w720', ...webm }),
        sound({ id: 'en', ...original }),
        sound({ id: 'es-opus', ...spanish, ...opus, abr: 160 }),
        sound({ id: 'es-aac', ...spanish }),
      ],
      ['es mp4 v720+es-aac', 'es m4a es-aac'],
    ],
    [
      'silent video of the same size as a recommended whole file',
      [
        sourceFormat({ id: 'whole', ...original }),
        picture({ id: 'v720' }),
        picture({ id: 'v360', width: 640, height: 360 }),
        sound({ id: 'en', ...original }),
        sound({ id: 'es', ...spanish }),
      ],
      ['es mp4 v720+es', 'es m4a es'],
    ],
    [
      'a video of another size if a whole file has no silent equivalent',
      [
        sourceFormat({ id: 'whole', ...original }),
        picture({ id: 'v360', width: 640, height: 360 }),
        sound({ id: 'en', ...original }),
        sound({ id: 'es', ...spanish }),
      ],
      ['es mp4 v360+es', 'es m4a es'],
    ],
    [
      'no HDR video if there is an SDR video',
      [
        sourceFormat({ id: 'whole', ...original }),
        picture({ id: 'hdr', isHdr: true }),
        picture({ id: 'sdr', vcodec: 'vp9', ext: 'webm' }),
        sound({ id: 'en', ...original }),
        sound({ id: 'es', ...spanish }),
      ],
      ['es mp4 sdr+es', 'es m4a es'],
    ],
    [
      'a whole file if there is nothing else',
      [
        sourceFormat({ id: 'en', ...original }),
        sourceFormat({ id: 'es', ...spanish }),
        sourceFormat({ id: 'es-small', ...spanish, width: 320, height: 180 }),
      ],
      ['es mp4 es'],
    ],
    [
      'audio alone on a page without video',
      [sound({ id: 'en', ...original }), sound({ id: 'es', ...spanish })],
      ['es m4a es'],
    ],
    [
      'human voices before auto-dubbed ones, and those before audio descriptions',
      [
        sound({ id: 'en', ...original }),
        sound({ id: 'ad', language: 'en-desc', languagePreference: -10 }),
        sound({ id: 'ar', language: 'ar', note: 'Arabic (auto-dubbed)' }),
        sound({ id: 'it', language: 'it' }),
        sound({ id: 'es', ...spanish }),
      ],
      ['es m4a es', 'it m4a it', 'ar machine m4a ar', 'en description m4a ad'],
    ],
    [
      'no compressed audio if there is uncompressed audio',
      [
        sound({ id: 'en', ...original }),
        sound({ id: 'es-drc', ...spanish, abr: 140 }),
        sound({ id: 'es', ...spanish }),
      ],
      ['es m4a es'],
    ],
    [
      'nothing for an invalid language',
      [sound({ id: 'en', ...original }), sound({ id: 'x', language: 'Commentary' })],
      [],
    ],
    ['nothing if there is only one language', [picture(), sound({ id: 'en', language: 'en' })], []],
    ['nothing if no language is given', [picture(), sound(), sound({ id: 'b', abr: 64 })], []],
  ])('offers %s', (_, formats, rows) => {
    expect(foreign(...formats)).toEqual(rows);
  });

  it('keeps the original unchanged and first', () => {
    const own = [picture(), sound({ id: 'en', ...original })];
    const alone = offersOf(sourceInfo(own));
    const dubbed = offersOf(sourceInfo([...own, sound({ id: 'es', ...spanish })]));
    expect(dubbed.slice(0, alone.length)).toEqual(alone);
    expect(dubbed.filter(({ recommended }) => recommended)).toHaveLength(1);
  });

  it('does not label the only original with a reason', () => {
    const rows = offersOf(sourceInfo([sound({ ...original }), sound({ id: 'es', ...spanish })]));
    expect(rows.map(({ reason }) => reason)).toEqual(['plays_everywhere', null]);
  });

  it.each([
    ['uses the language that a playlist prefers', [-0.02, 0], 'de'],
    ['uses the first language', [0, 0], 'fr'],
  ])('%s if the site does not rank languages', (_, [french = 0, german = 0], own) => {
    const voices = [
      sound({ id: 'fr', language: 'fr', preference: french }),
      sound({ id: 'de', language: 'de', preference: german }),
    ];
    const [row, ...others] = offersOf(sourceInfo(voices));
    expect([row?.main.id, row?.language]).toEqual([own, null]);
    expect(others.map(({ language }) => language)).toEqual([own === 'de' ? 'fr' : 'de']);
  });

  it('limits the number of languages', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const tags = letters.flatMap((a) => letters.map((b) => `${a}${b}`));
    const voices = tags.map((language) => sound({ id: language, language }));
    const rows = foreign(picture(), sound({ id: 'own', ...original }), ...voices);
    expect(rows).toHaveLength(2 * MAX_LANGUAGES);
  });
});
