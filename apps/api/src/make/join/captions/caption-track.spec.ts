import type { Cue } from '../../subtitle/cue.js';
import { captionedContainer, captionOptions, captionText, shownCues } from './caption-track.js';
import { languageCode } from './language-code.js';

/** Parses "1 4 one" as a cue that is shown from 1 s to 4 s. */
const cue = (line: string): Cue => {
  const [start = '', end = '', ...text] = line.split(' ');
  return { start: Number(start), end: Number(end), text: text.join(' ').replace(/ \/ /g, '\n') };
};
const line = ({ start, end, text }: Cue): string =>
  [start, end, text.replace(/\n/g, ' / ')].join(' ');

describe('shownCues', () => {
  it.each<[string, string[], string[]]>([
    ['a cue within another', ['1 4 one', '2 3 two'], ['1 2 one', '2 3 one / two', '3 4 one']],
    [
      'a cue across the end of another',
      ['1 3 one', '2 4 two'],
      ['1 2 one', '2 3 one / two', '3 4 two'],
    ],
    ['two cues at once', ['1 3 one', '1 3 two'], ['1 3 one / two']],
    [
      'three',
      ['1 9 one', '2 5 two', '3 4 three'],
      ['1 2 one', '2 3 one / two', '3 4 one / two / three', '4 5 one / two', '5 9 one'],
    ],
    ['consecutive cues', ['1 2 one', '2 3 two'], ['1 2 one', '2 3 two']],
  ])('shows one text at a time in mp4: %s', (_case, given, expected) => {
    expect(shownCues(given.map(cue), 'mp4', 0).map(line)).toEqual(expected);
  });

  it.each([
    ['mkv', ['1 4 one', '2 3 two']],
    ['webm', ['1 4 one', '2 3 two']],
  ])('leaves cues in %s unchanged', (container, given) => {
    expect(shownCues(given.map(cue), container, 0).map(line)).toEqual(given);
  });

  it.each([
    ['mkv', ['2 3 two']],
    ['mp4', ['1 2 {\\an8}<i></i>', '2 3 two']],
  ])('leaves out cues of which %s shows nothing', (container, expected) => {
    const given = ['1 2 {\\an8}<i></i>', '2 3 two'];
    expect(shownCues(given.map(cue), container, 0).map(line)).toEqual(expected);
  });

  it('ends the cues with the video', () => {
    const given = ['1 2 one', '9 12 two', '10 11 three'];
    expect(shownCues(given.map(cue), 'mkv', 10).map(line)).toEqual(['1 2 one', '9 10 two']);
  });
});

it.each([
  ['mp4', 'mp4'],
  ['webm', 'webm'],
  ['flv', 'mkv'],
])('joins subtitles with %s into %s', (container, expected) => {
  expect(captionedContainer(container)).toBe(expected);
});

it('keeps ffmpeg from parsing markup in mp4 text', () => {
  const text = captionText([cue('1 2 <i> C:\\New & &amp;')], 'mp4');
  expect(text).toContain('<\u2060i> C:\\\u2060New & &\u2060amp;');
});

it.each([
  ['de', null, 'Deutsch'],
  ['pt-BR', 'Portuguese', 'português (Brasil)'],
  ['en-eEY6OEpapPo', 'English - SDH', 'English - SDH'],
  ['und', null, 'und'],
])('names the track for %s', (language, name, expected) => {
  const track = { language, name, machine: false };
  expect(captionOptions(track, { container: 'mkv', input: 2 })).toContain(`title=${expected}`);
  expect(captionOptions({ ...track, machine: true }, { container: 'mp4', input: 2 })).toContain(
    `handler_name=${expected} (auto)`,
  );
});

it.each([
  ['de', 'deu'],
  ['zh-Hant', 'zho'],
  ['en-eEY6OEpapPo', 'eng'],
  ['yue', 'yue'],
  ['xx', 'und'],
  ['lyrics', 'und'],
])('writes %s as %s', (tag, code) => {
  expect(languageCode(tag)).toBe(code);
});
