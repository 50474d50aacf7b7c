import { startMergePath } from '../../paths.js';
import { previewPath, previewQuerySchema } from './preview.js';
import { type StoredParams, keptParamsSchema } from './shared-params.js';

const MEDIA = 'https://cdn.example/a.mp4';
const keptOf = (params: unknown): StoredParams | null => {
  const { success, data } = keptParamsSchema.safeParse(params);
  return success ? data : null;
};
/** Adds a media URL, so that the params make a valid link. */
const withMedia = (params: object): StoredParams | null => keptOf({ url: MEDIA, ...params });

const WHOLE = {
  recipe: '{"kind":"clip","start":5,"end":9.5,"as":"video"}',
  thumbnail_url: 'https://i.example/ü.jpg?a=1&b=2',
  bitrate: '128',
  filesize: '1234567',
  resolution: '1080p',
  source_url: 'https://www.youtube.com/watch?v=1#t=5',
  is_audio: 'true',
  filename: 'dipper 世界.mp4',
  title: 'Größe & “quotes” 👩‍👩‍👧 مرحبا',
  url: startMergePath('abc_-1'),
  audio_format_id: '140',
  video_format_id: 'hls-1080p+x',
  task_id: 'abc_-1',
};

describe('keptParamsSchema', () => {
  it('keeps every parameter of /preview in a fixed order, and is idempotent', () => {
    const kept = keptOf(WHOLE);
    expect(kept).toEqual(WHOLE);
    expect(Object.keys(kept ?? {})).toEqual(Object.keys(previewQuerySchema.shape));
    expect(Object.entries(keptOf(kept) ?? {})).toEqual(Object.entries(kept ?? {}));
  });

  it('survives a round trip through the preview URL', () => {
    const kept = keptOf(WHOLE);
    const { searchParams } = new URL(previewPath(kept ?? {}), 'https://dipper.example');
    const query = Object.fromEntries(searchParams);
    expect(keptOf(query)).toEqual(kept);
    const { filesize, bitrate, ...texts } = previewQuerySchema.parse(query);
    expect({ ...texts, filesize: String(filesize), bitrate: String(bitrate) }).toEqual(kept);
  });

  it.each<[string, object, object]>([
    ['drops empty values', { title: '', filename: null, source_url: '', filesize: null }, {}],
    ['drops zero amounts', { filesize: 0, bitrate: '0' }, {}],
    ['drops a title of invisible characters', { title: ' \u202e\u0000 ' }, {}],
    ['accepts numbers', { filesize: 12, bitrate: 709.225 }, { filesize: '12', bitrate: '709.225' }],
    [
      'normalizes .0 amounts',
      { filesize: '12.0', bitrate: '128.0' },
      { filesize: '12', bitrate: '128' },
    ],
    ['rounds a bitrate to three decimals', { bitrate: 129.5014 }, { bitrate: '129.501' }],
    ['drops a bitrate that rounds to zero', { bitrate: 1e-7 }, {}],
    [
      'accepts the largest bitrate',
      { bitrate: Number.MAX_SAFE_INTEGER },
      { bitrate: '9007199254740991' },
    ],
    ['accepts true', { is_audio: true }, { is_audio: 'true' }],
    ['accepts false', { is_audio: false }, { is_audio: 'false' }],
    [
      'removes bidirectional overrides from a title',
      { title: 'a\u202egpj.exe\u2066b' },
      { title: 'a gpj.exe b' },
    ],
    [
      'replaces line breaks in a title',
      { title: ' a\r\nSet-Cookie: x\u2028b ' },
      { title: 'a Set-Cookie: x b' },
    ],
    ['removes lone surrogates', { title: 'a\ud83d b' }, { title: 'a  b' }],
    ['keeps markup as text', { title: '"><script>' }, { title: '"><script>' }],
    [
      'cuts a long title between characters',
      { title: `${'x'.repeat(999)}👩` },
      { title: 'x'.repeat(999) },
    ],
    ['drops an unknown key that is null', { evil: null }, {}],
    [
      'normalizes a start-merge path',
      { url: '/api/download/start-merge?x=1&task_id=%61bc&anyway=1' },
      { url: startMergePath('abc', true) },
    ],
  ])('%s', (_, params, kept) => {
    const found = withMedia(params);
    expect(found).toEqual({ url: MEDIA, ...kept });
    expect(keptOf(found)).toEqual(found);
  });

  it.each<[string, unknown]>([
    ...[null, undefined, 'url', 5, [], [MEDIA], {}].map((it): [string, unknown] => [
      'no params',
      it,
    ]),
    ['only a title', { title: 'a' }],
    ['only empty values', { url: '', task_id: null, source_url: '' }],
    ['an unknown key', { url: MEDIA, evil: 'x' }],
    ['the key __proto__', JSON.parse(`{ "url": "${MEDIA}", "__proto__": "x" }`)],
    ['the key constructor', { url: MEDIA, constructor: 'x' }],
    ['an object for a string', { url: MEDIA, title: { a: 1 } }],
    ['a list for a string', { url: [MEDIA] }],
    ['a number for a string', { url: MEDIA, title: 5 }],
    ['a word that is not a boolean', { url: MEDIA, is_audio: 'yes' }],
    ['an id with a control character', { task_id: 'a\u0000b' }],
    ['an id with a line break', { url: MEDIA, video_format_id: 'a\nb' }],
    ['an id that is too long', { task_id: 'a'.repeat(129) }],
    ['a file name that is too long', { url: MEDIA, filename: 'a'.repeat(301) }],
    ...['-1', 'abc', '1e9', '0x10', '1,5', ' 1', '12 MB', '9'.repeat(17), -1, 1e21, true].flatMap(
      (it): [string, unknown][] => [
        [`the size ${it}`, { url: MEDIA, filesize: it }],
        [`the bitrate ${it}`, { url: MEDIA, bitrate: it }],
      ],
    ),
  ])('rejects %s', (_, params) => {
    expect(keptOf(params)).toBeNull();
  });

  it.each([
    ...['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/x', 'file:///etc/passwd', 'x'],
    ...['//evil.example/x', '/preview', 'https:', 'https://', 'https:///x', 'https:a.example/x'],
    ...['https://user:pass@a.example/', 'https://youtube.com@evil.example/', ' https://a.example/'],
    ...['https://a.example/\r\nx: y', 'https://a.example/ x', 'https://a.example/\u202egpj.exe'],
    ...[
      'https://good.example\\@evil.example/',
      'https://a.example/"><script>',
      'https://a\u200b.example/',
    ],
    ...[
      'https://a.example/\ud800',
      'https://[::1',
      'https://a.example:99999/',
      'blob:https://a.example/x',
    ],
  ])('rejects the URL %j', (address) => {
    expect(keptOf({ url: address })).toBeNull();
    expect(withMedia({ source_url: address })).toBeNull();
    expect(withMedia({ thumbnail_url: address })).toBeNull();
  });

  it.each([
    '/api/download/start-merge',
    '/api/download/start-merge?task_id=%',
    '/api/download/start-merge?task_id=%00',
    '/api/download/start-merge?task_id=\ud800',
    `/api/download/start-merge?task_id=${'a'.repeat(129)}`,
    '/api/download/file/abc',
    '//evil.example/api/download/start-merge?task_id=abc',
  ])('rejects the task URL %j', (url) => {
    expect(keptOf({ url })).toBeNull();
  });

  it('requires absolute URLs for everything but a task', () => {
    const task = startMergePath('abc');
    expect(keptOf({ url: task })).toEqual({ url: task });
    expect(withMedia({ source_url: task })).toBeNull();
    expect(keptOf({ source_url: MEDIA })).toEqual({ source_url: MEDIA });
    expect(keptOf({ task_id: 'abc' })).toEqual({ task_id: 'abc' });
  });

  it('keeps a clip that has not been made yet, if its page is given', () => {
    const clip = { source_url: MEDIA, recipe: '{"kind":"clip","start":12,"end":41,"as":"gif"}' };
    expect(keptOf(clip)).toEqual(clip);
    expect(keptOf({ recipe: clip.recipe })).toBeNull();
  });
});
