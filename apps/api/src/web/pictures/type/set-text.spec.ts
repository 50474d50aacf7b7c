import { drawnBounds } from '../rasterize.js';
import { setText, type TextStyle } from './set-text.js';

const STYLE: TextStyle = {
  ...{ font: 'young-serif', language: 'en', width: 600, height: 340, sizes: [76, 56, 40] },
};

/** Draws a text and locates its ink. */
async function drawn(text: string, style: Partial<TextStyle> = {}) {
  const set = await setText(text, { ...STYLE, ...style });
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">${set?.paths ?? ''}</svg>`;
  return { paths: set?.paths ?? '', bounds: await drawnBounds(sheet) };
}

/** The outlines of all glyphs, without their positions. */
const glyphs = (paths: string) => [...paths.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);

it.each([
  ['en', 'Free video downloader'],
  ['es', '¿Qué vídeo? ¡Éste!'],
  ['fr', 'Vidéo : où l’œuvre'],
  ['de', 'Größe überprüfen'],
  ['it', 'Perché così'],
  ['pt', 'Vídeos e áudios, não'],
  ['ru', 'Скачать видео, ещё'],
  ['ja', '動画をダウンロード'],
  ['ko', '동영상 다운로드'],
  ['zh', '免费在线视频'],
  ['ar', 'تحميل فيديو مجانًا'],
  ['hi', 'वीडियो डाउनलोड करें'],
])('draws all letters of %s inside its box', async (language, text) => {
  const { paths, bounds } = await drawn(text, { language });
  const { x = -1, y = -1, width = 0, height = 0 } = bounds ?? {};
  expect([x >= -10, y >= 0, x + width <= 610, y + height <= 340]).toEqual(Array(4).fill(true));
  expect(width).toBeGreaterThan(200);
  // The glyph that fonts draw for a missing character would be in each of them.
  expect(new Set(glyphs(paths)).size).toBeGreaterThan(5);
});

it('joins Arabic letters and writes them from right to left', async () => {
  const [joined, apart] = [await drawn('ببب'), await drawn('ب ب ب')];
  expect(new Set(glyphs(joined.paths)).size).toBeGreaterThan(new Set(glyphs(apart.paths)).size);
  expect((joined.bounds?.x ?? 0) + (joined.bounds?.width ?? 0)).toBeGreaterThan(560);
});

it('places the dots of Arabic letters above and below them', async () => {
  const height = async (text: string) => (await drawn(text)).bounds ?? { y: 0, height: 0 };
  const [plain, above, below] = await Promise.all(['ٮ', 'ت', 'ب'].map(height));
  expect(above?.y).toBeLessThan(plain?.y ?? 0);
  expect(below?.height).toBeGreaterThan(plain?.height ?? 0);
  expect(below?.y).toBeCloseTo(plain?.y ?? 0, 0);
});

it('writes a title in Arabic from right to left even if it begins with a Latin name', async () => {
  const right = async (language: string) => {
    const { bounds } = await drawn('Dipper: فيديو', { language, sizes: [40] });
    return (bounds?.x ?? 0) + (bounds?.width ?? 0);
  };
  expect(await right('ar')).toBeGreaterThan(580);
  expect(await right('en')).toBeLessThan(400);
});

it('forms conjuncts in Devanagari', async () => {
  const [together, apart] = [await drawn('क्ष'), await drawn('क ष')];
  expect(glyphs(together.paths)).toHaveLength(1);
  expect(glyphs(apart.paths)).toHaveLength(2);
});

it('draws Chinese characters in the form that the language uses', async () => {
  const [zh, ja] = await Promise.all([
    drawn('直骨', { language: 'zh' }),
    drawn('直骨', { language: 'ja' }),
  ]);
  expect(zh.paths).not.toBe(ja.paths);
});

it('draws a Latin name in the font of the surrounding script', async () => {
  const alone = glyphs((await drawn('MP4')).paths);
  const among = glyphs((await drawn('MP4 скачать')).paths);
  expect(among.slice(0, 3)).not.toEqual(alone);
});

it.each([
  ['one endless word', 'x'.repeat(500)],
  ['many Russian words', 'слово '.repeat(100)],
  ['Japanese without spaces', '動画をダウンロード'.repeat(40)],
])('cuts a long text where it no longer fits: %s', async (_, text) => {
  const { bounds } = await drawn(text);
  expect(bounds?.width).toBeLessThanOrEqual(604);
  expect(bounds?.height).toBeLessThanOrEqual(340);
  expect(bounds?.width).toBeGreaterThan(300);
});
