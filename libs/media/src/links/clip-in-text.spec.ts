import { readFileSync } from 'node:fs';
import { clipText } from './clip-text.js';
import { clipInText, timesInText } from './clip-in-text.js';
import { linkInText } from './link-in-text.js';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(`test/fixtures/${name}.json`, 'utf8')) as T;
const messages = read<{ text: string }[]>('share-messages').map(({ text }) => text);
const links = read<{ url: string }[]>('urls').map(({ url }) => url);

const LINK = 'https://youtu.be/jNQXAC9IVRw';
const CLIP = { link: LINK, start: 12, end: 41, as: null };

describe('clipInText', () => {
  it.each<[string, object]>([
    ['0:12-0:41', {}],
    ['0:12–0:41 as gif', { as: 'gif' }],
    ['from 0:12 to 0:41', {}],
    ['From 0:12 until 0:41 as a WebP', { as: 'webp' }],
    ['1:02:03-1:02:33 as mp3', { start: 3723, end: 3753, as: 'audio' }],
    ['0:12 - 0:41 as audio', { as: 'audio' }],
    ['0:12.5-0:41,25 as mp4', { start: 12.5, end: 41.25, as: 'video' }],
    ['00:00-90:00', { start: 0, end: 5400 }],
    ['12s-41s', {}],
    ['1m5s to 1m30s', { start: 65, end: 90 }],
    ['1h-1h2m', { start: 3600, end: 3720 }],
    ['0：12－0：41', {}],
    ['０:１２〜０:４１', {}],
    ['0:12-0:41 \n', {}],
  ])('reads the clip of a link with %j', (range, clip) => {
    expect(clipInText(`${LINK} ${range}`)).toMatchObject({ ...CLIP, ...clip, at: LINK.length + 1 });
  });

  it.each([
    ['youtu.be/jNQXAC9IVRw 0:12-0:41', LINK],
    [`Look at this: ${LINK} 0:12-0:41`, LINK],
    [`看看${LINK}　0:12-0:41`, LINK],
    [`  ${LINK}   \t 0:12-0:41`, LINK],
  ])('reads the link in %j', (text, link) => {
    const clip = clipInText(text);
    expect(clip).toMatchObject({ ...CLIP, link });
    expect(text.slice(clip?.at)).toBe('0:12-0:41');
    expect(clip?.text).toBe(`${LINK} 0:12-0:41`);
  });

  it.each([
    '',
    LINK,
    '0:12-0:41',
    'some words 0:12-0:41',
    // Times that belong to a title or a schedule.
    `10:30-12:00 news ${LINK}`,
    `${LINK} 10:30-12:00 news`,
    `${LINK} "10:30-12:00 news"`,
    `${LINK} news 10:30-12:00`,
    `${LINK}\n10:30-12:00`,
    `${LINK}. 10:30-12:00`,
    `${LINK}: 10:30-12:00`,
    `news 10:30-12:00\n${LINK}`,
    // A mangled link is repaired, and the repaired link does not occur in the text.
    'https：//youtu.be/jNQXAC9IVRw 0:12-0:41',
    // Only the first link is submitted.
    `${LINK} or https://vimeo.com/1 0:12-0:41`,
    // Not a range, or not a clip that can be made.
    `${LINK} 0:12`,
    `${LINK} 0:41-0:12`,
    `${LINK} 0:12-0:12`,
    `${LINK} 12-41`,
    `${LINK} 1-2-3`,
    `${LINK} 0:75-1:80`,
    `${LINK} 0:12to0:41`,
    `${LINK} 0:12-0:41 as flac`,
    `${LINK} 0:12-0:41 gif`,
    `${LINK} 200:00:00-201:00:00`,
    `${LINK}0:12-0:41`,
  ])('finds no clip in %j', (text) => {
    expect(clipInText(text)).toBeNull();
  });

  it.each([
    ['0:41-0:12', 41, 12],
    ['0:12 to 0:12', 12, 12],
    ['0:12-0:41', 12, 41],
  ])("also reads times that don't make a clip: %s", (range, start, end) => {
    expect(timesInText(`${LINK} ${range}`)).toMatchObject({ link: LINK, start, end });
  });

  it('finds no clip in a recorded share message, wherever a title with times is inserted', () => {
    const titles = ['10:30-12:00 news', 'News 10:30-12:00', '【10:30-12:00】', '7:00–9:30 live'];
    const texts = messages.flatMap((text) => [
      text,
      ...titles.flatMap((title) => [
        `${title} ${text}`,
        `${text}\n${title}`,
        text.replace(linkInText(text) ?? '', (link) => `${title} ${link}`),
        text.replace(linkInText(text) ?? '', (link) => `${link} ${title} `),
      ]),
    ]);
    expect(texts.filter((text) => clipInText(text) !== null)).toEqual([]);
  });

  it('finds a clip behind every sample link, and clipText writes it in the same way', () => {
    const kinds = [null, 'video', 'audio', 'gif', 'webp'] as const;
    const clips = links.map((link, at) => {
      // Each link has different times, up to a week and accurate to the millisecond.
      const start = Math.round((at * 604_000_000) / links.length + at) / 1000;
      return { link, start, end: start + 0.001 + at, as: kinds[at % kinds.length] ?? null };
    });
    const rounded = clips.map((clip) => ({ ...clip, end: Math.round(clip.end * 1000) / 1000 }));
    const texts = rounded.map(clipText);
    expect(texts.length).toBeGreaterThan(50);
    const found = texts.map((text) => clipInText(text));
    expect(found).toEqual(
      rounded.map((clip, at) => ({ ...clip, at: clip.link.length + 1, text: texts[at] })),
    );
    expect(found.map((clip) => clip && clipText(clip))).toEqual(texts);
  });

  it('leaves out the text before the link in a share message', () => {
    const ends = messages
      .map((text) => ({ text, link: linkInText(text) ?? '' }))
      .map(({ text, link }) => ({ link, text: text.slice(0, text.indexOf(link)) + link }));
    expect(ends.map(({ text }) => clipInText(`${text} from 0:12 to 0:41`))).toEqual(
      ends.map(({ text, link }) => ({
        ...{ ...CLIP, link, at: text.length + 1 },
        text: `${link} from 0:12 to 0:41`,
      })),
    );
  });
});
