import { readFileSync } from 'node:fs';
import { linkInText } from './link-in-text.js';
import { linksInText } from './links-in-text.js';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(`test/fixtures/${name}.json`, 'utf8')) as T;
const messages = read<{ text: string }[]>('share-messages');
const samples = read<{ url: string }[]>('urls').map(({ url }) => url);

const A = 'https://youtu.be/jNQXAC9IVRw';
const B = 'https://www.tiktok.com/@a/video/1';
const C = 'https://soundcloud.com/a/b';

describe('linksInText', () => {
  it.each([
    ['on separate lines', `${A}\n${B}\r\n\r\n${C}\n`],
    ['separated by spaces', ` ${A} ${B}\t${C}`],
    ['separated by commas', `${A}, ${B}， ${C}.`],
    ['in a bulleted list', `- ${A}\n* ${B}\n•${C}`],
    ['in a numbered list', `1. ${A}\n2) ${B}\n(3) ${C}`],
    ['joined by a field that drops line breaks', `${A}${B}${C}`],
    ['without https', 'youtu.be/jNQXAC9IVRw\nwww.tiktok.com/@a/video/1\nsoundcloud.com/a/b'],
    ['in brackets', `<${A}>\n<${B}>\n(${C})`],
    ['with full-width punctuation', `https：//youtu.be/jNQXAC9IVRw\n${B}\n${C}`],
    ['repeated', `${A}\n${B}\n${A}\n${C}\n${C}`],
  ])('finds all links %s', (_, text) => {
    expect(linksInText(text)).toEqual([A, B, C]);
  });

  it('finds one link in every recorded share message', () => {
    const texts = messages.map(({ text }) => text);
    expect(texts.map(linksInText)).toEqual(texts.map((text) => [linkInText(text)]));
  });

  it.each([
    ['nothing in an empty text', '', []],
    ['nothing in plain words', 'hello world', []],
    ['one link', A, [A]],
    ['both of two links', `${A} ${B}`, [A, B]],
    ['one link that is repeated', `${A}${A}`, [A]],
    [
      'only the first link of a message that mentions a second one',
      `Look at this ${A} (via ${B})`,
      [A],
    ],
    ['only the first link when titles separate them', `First\n${A}\nSecond\n${B}`, [A]],
    ['one link that contains another', `https://web.archive.org/web/2020/${A}`, undefined],
    ['nothing in words that look like hosts', 'hello.world this.is', []],
    ['only the first link of a text that is far too long', `${A} ${`${B} `.repeat(12_000)}`, [A]],
  ])('finds %s', (_, text, links) => {
    expect(linksInText(text)).toEqual(links ?? [text]);
  });

  it('finds every sample URL in full', () => {
    expect(linksInText(samples.join('\n'))).toEqual([...new Set(samples)]);
  });
});
