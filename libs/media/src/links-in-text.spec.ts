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
    ['lines', `${A}\n${B}\r\n\r\n${C}\n`],
    ['one after another', ` ${A} ${B}\t${C}`],
    ['commas', `${A}, ${B}， ${C}.`],
    ['bullets', `- ${A}\n* ${B}\n•${C}`],
    ['numbers', `1. ${A}\n2) ${B}\n(3) ${C}`],
    ['a field that swallows line breaks', `${A}${B}${C}`],
    ['without https', 'youtu.be/jNQXAC9IVRw\nwww.tiktok.com/@a/video/1\nsoundcloud.com/a/b'],
    ['brackets', `<${A}>\n<${B}>\n(${C})`],
    ['marks of the wrong width', `https：//youtu.be/jNQXAC9IVRw\n${B}\n${C}`],
    ['twice', `${A}\n${B}\n${A}\n${C}\n${C}`],
  ])('finds all: %s', (_, text) => {
    expect(linksInText(text)).toEqual([A, B, C]);
  });

  it.each(messages.map(({ text }) => [text] as const))('one for a share message: %s', (text) => {
    expect(linksInText(text)).toEqual([linkInText(text)]);
  });

  it.each([
    ['nothing', '', []],
    ['words', 'hello world', []],
    ['one', A, [A]],
    ['one twice', `${A}${A}`, [A]],
    ['a message that names a second address', `Look at this ${A} (via ${B})`, [A]],
    ['a title before each', `First\n${A}\nSecond\n${B}`, [A]],
    ['a link within a link', `https://web.archive.org/web/2020/${A}`, undefined],
    ['words that look like hosts', 'hello.world this.is', []],
    ['a text nobody pastes', `${A} ${`${B} `.repeat(12_000)}`, [A]],
  ])('%s', (_, text, links) => {
    expect(linksInText(text)).toEqual(links ?? [text]);
  });

  it('leaves every sample whole', () => {
    expect(linksInText(samples.join('\n'))).toEqual([...new Set(samples)]);
  });
});
