import { parseYtdlpInfo } from './parse-ytdlp-info.js';
import { ytdlpInfoSchema } from './ytdlp.schema.js';

const list = (length: number, item: unknown = {}): unknown[] => Array.from({ length }, () => item);
const parse = (info: object): unknown => parseYtdlpInfo(JSON.stringify(info));

describe('parseYtdlpInfo', () => {
  it('accepts output as large as that of a large film or a large list', () => {
    const film = { formats: list(1500), subtitles: { en: list(7), de: list(7) } };
    expect(parse(film)).toMatchObject({ formats: { length: 1500 } });
    const entry = { formats: list(10), thumbnails: list(8) };
    expect(parse({ entries: list(200, entry) })).toMatchObject({ entries: { length: 200 } });
  });

  it.each<[what: string, info: object]>([
    ['formats', { formats: list(3001) }],
    ['formats of one kind', { formats: list(3001, 1) }],
    ['formats of its entries', { entries: list(51, { formats: list(60) }) }],
    ['formats of the lists in a list', { entries: [{ entries: list(51, { formats: list(60) }) }] }],
    ['entries', { entries: list(1001, null) }],
    ['entries of the lists in a list', { entries: list(10, { entries: list(100) }) }],
    ['thumbnails', { thumbnails: list(10_001) }],
    ['chapters', { chapters: list(10_001) }],
    ['artists', { artists: list(10_001, 'a') }],
    ['subtitles of a language', { subtitles: { en: list(10_000) } }],
    ['captions of its entries', { entries: list(2, { automatic_captions: { en: list(5000) } }) }],
  ])('refuses output with too many %s before the schema parses it', (_, info) => {
    const validate = jest.spyOn(ytdlpInfoSchema, 'parse');
    expect(() => parse(info)).toThrow(expect.objectContaining({ code: 'PAGE_TOO_LARGE' }) as Error);
    expect(validate).not.toHaveBeenCalled();
    validate.mockRestore();
  });

  it.each(['', 'null', '[]', '"a"', '{', `${'['.repeat(300)}${']'.repeat(300)}`])(
    'rejects the output %j',
    (output) => {
      expect(() => parseYtdlpInfo(output)).toThrow(
        expect.objectContaining({ code: 'EXTRACT_FAILED' }) as Error,
      );
    },
  );
});
