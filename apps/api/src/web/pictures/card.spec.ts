import type { PictureParts } from '@dipper/site';
import { drawCard } from './card.js';
import { rasterize } from './rasterize.js';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
const parts: PictureParts = {
  name: 'Dipper',
  favicon: SVG,
  backdrop: SVG,
  catch: {
    behind: SVG,
    front: SVG,
    figure: { svg: SVG, width: 198, height: 140 },
    margin: '#ffffff',
  },
  font: 'young-serif',
  colours: { text: '#102030', onWater: '#fefefe' },
};
const draw = (title: string, name = 'Dipper', language = 'en') =>
  drawCard({ ...parts, name }, title, language);
/** True if text was drawn in this color. */
const isIn = (svg: string, colour: string) => svg.includes(`fill="${colour}"`);

let wordless: string;
beforeAll(async () => {
  wordless = await draw('');
});

it.each([
  ['YouTube downloader', 'Dipper'],
  ['Łódź, Đurđevac & Øresund: naïve façade', 'Grab-it'],
  ['“Quotes” – and dashes… © ½ €', 'A&B <b>'],
  ['</svg><script>alert(1)</script>', '"><image href="x"/>'],
  ['Скачать видео', '小红书'],
])('draws the title %j of the brand %j', async (title, name) => {
  const svg = await draw(title, name);
  expect([isIn(svg, parts.colours.text), isIn(svg, parts.colours.onWater)]).toEqual([true, true]);
  expect(svg).not.toMatch(/<script|href="x"/);
});

it.each([['Video \u{14400}'], ['🎉'], ['\ud800'], ['\u0000'], [' '], ['\u2068\u2069'], ['ᚠᚢᚦ']])(
  'draws neither a title nor missing-glyph boxes for %j, which no font has',
  async (title) => {
    expect(await draw(title)).toBe(wordless);
  },
);

it('leaves out a brand name that no font has', async () => {
  expect(isIn(await draw('', 'ᚠᚢᚦ'), parts.colours.onWater)).toBe(false);
});

it.each([
  ['Vidéos 🎉 gratuites', 'Vidéos gratuites'],
  ['👩🏽‍🚀 Video', 'Video'],
  ['动画 🇨🇳', '动画'],
  ['1️⃣ Video\u0007', '1 Video'],
])('leaves out the characters of %j that no font has', async (title, drawn) => {
  expect(await draw(title)).toBe(await draw(drawn));
});

it('draws a card that can be converted to a PNG', async () => {
  expect((await rasterize(await draw('動画'))).subarray(1, 4).toString()).toBe('PNG');
});

it.each([
  ['one long word', 'x'.repeat(500)],
  ['many words', 'word '.repeat(100)],
  ['very wide ligatures', 'ﷺ'.repeat(500)],
  ['Chinese characters', '視'.repeat(500)],
])('shortens an endless title of %s until it fits', async (_, title) => {
  const svg = await draw(title);
  expect(isIn(svg, parts.colours.text)).toBe(true);
  expect(svg.length).toBeLessThan(500_000);
});
