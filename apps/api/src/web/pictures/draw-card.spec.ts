import type { PictureParts } from '@dipper/site';
import { drawCard } from './draw-card.js';
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
const draw = (title: string, name = 'Dipper') => drawCard(parts, { title, name });
/** True if some text was drawn in this colour. */
const isIn = (svg: string, colour: string) => svg.includes(`fill="${colour}"`);

let wordless: string;
beforeAll(async () => {
  wordless = await draw('', '');
});

it.each([
  ['YouTube downloader', 'Dipper'],
  ['Łódź, Đurđevac & Øresund: naïve façade', 'Grab-it'],
  ['“Quotes” – and dashes… © ½ €', 'A&B <b>'],
  ['</svg><script>alert(1)</script>', '"><image href="x"/>'],
])('draws the title %j of the brand %j', async (title, name) => {
  const svg = await draw(title, name);
  expect([isIn(svg, parts.colours.text), isIn(svg, parts.colours.onWater)]).toEqual([true, true]);
  expect(svg).not.toMatch(/<script|href="x"/);
});

it.each([
  ['下载视频', 'Dipper'],
  ['Video', '小红书'],
  ['تنزيل الفيديو', 'Dipper'],
  ['Vidéos 🎉', 'Dipper'],
  ['हिन्दी', 'Dipper'],
  ['\ud800', 'Dipper'],
  ['\u0000', 'Dipper'],
])(
  'leaves out the text for the title %j of the brand %j, without drawing missing-glyph boxes',
  async (title, name) => {
    expect(await draw(title, name)).toBe(wordless);
  },
);

it('can be converted to a PNG', async () => {
  expect((await rasterize(wordless)).subarray(1, 4).toString()).toBe('PNG');
});

it.each(['x'.repeat(500), 'word '.repeat(100), 'ﷺ'.repeat(500)])(
  'shortens an endless title until it fits: %#',
  async (title) => {
    const svg = await draw(title);
    expect(svg.length).toBeLessThan(250_000);
  },
);
