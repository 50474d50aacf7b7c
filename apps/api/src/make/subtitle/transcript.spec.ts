import type { Cue } from './cue.js';
import { type About, markdownTranscript, transcript } from './transcript.js';

/** A cue written as "1 2 text". */
const cue = (text: string): Cue => {
  const [, start, end, said = ''] = /^([\d.]+) ([\d.]+) (.*)$/s.exec(text) ?? [];
  return { start: Number(start), end: Number(end), text: said };
};
const about = (changes: Partial<About> = {}): About => ({
  ...{ title: 'A talk', pageUrl: 'https://site.example/watch?v=1', chapters: [] },
  ...changes,
});
const written = (cues: readonly string[], changes: Partial<About> = {}): string[] =>
  markdownTranscript(cues.map(cue), about(changes)).trim().split('\n\n');

describe('markdownTranscript', () => {
  it('begins with the title and the page, and begins each paragraph with its time', () => {
    expect(
      written(['1.9 3 Hello', '3 4 there.', '9 10 Later.', '3725 3726 The end.'], {
        pageUrl: 'https://site.example/a b?<c>',
      }),
    ).toEqual([
      '# A talk',
      '<https://site.example/a%20b?%3Cc%3E>',
      '**0:01** Hello there.',
      '**0:09** Later.',
      '**1:02:05** The end.',
    ]);
  });

  it('starts a paragraph at each chapter, under the latest heading', () => {
    const chapters = [
      { title: 'Questions', startSeconds: 20 },
      { title: 'Start', startSeconds: 0 },
      { title: 'Silence', startSeconds: 5 },
      { title: 'The *point*', startSeconds: 8 },
      { title: 'Nothing more', startSeconds: 99 },
    ];
    const cues = ['1 2 Hello', '2 3 there', '9 10 One', '10 21 two', '21 22 three'];
    expect(written(cues, { chapters }).slice(2)).toEqual([
      ...['## Start', '**0:01** Hello there'],
      ...['## The \\*point\\*', '**0:09** One two'],
      ...['## Questions', '**0:21** three'],
    ]);
  });

  it.each([
    ['snake_case and _emphasis_', 'snake_case and \\_emphasis\\_'],
    ['[Music] [a](javascript:b) <b> 1 < 2', '[Music] [a]\\(javascript:b) \\<b> 1 < 2'],
    ['a `b` ~~c~~ \\d AT&T &lt;', 'a \\`b\\` \\~~c\\~~ \\\\d AT&T \\&lt;'],
  ])('escapes only markup: %s', (said, expected) => {
    expect(written([`1 2 ${said}`]).at(-1)).toBe(`**0:01** ${expected}`);
    expect(transcript([cue(`1 2 ${said}`)])).toBe(`${said}\n`);
  });
});
