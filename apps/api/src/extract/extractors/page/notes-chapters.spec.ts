import { clockSeconds, isoSeconds, spelledSeconds } from './durations.js';
import { notesChapters } from './notes-chapters.js';

describe('notesChapters', () => {
  it.each<[line: string, title: string]>([
    ['03:20 topic', 'topic'],
    ['03:20 - topic', 'topic'],
    ['[03:20] topic', 'topic'],
    ['（03:20）topic', 'topic'],
    ['• 3:20 topic: more', 'topic: more'],
    ['- 00:03:20 topic', 'topic'],
    ['03:20–05:10 topic', 'topic'],
    ['03：20 潮汐', '潮汐'],
    ['03:20 | topic', 'topic'],
  ])('parses the line "%s" as the chapter "%s"', (line, title) => {
    expect(notesChapters(`About us\n${line}\n99:00 end`, 6000)).toEqual([
      { title, startSeconds: 200 },
      { title: 'end', startSeconds: 5940 },
    ]);
  });

  it.each([
    ['a single line', '03:20 topic'],
    ['times that go backwards', '10:00 doors\n09:00 start'],
    ['times beyond the end', '00:00 a\n2:00:00 b'],
    ['times of day in a sentence', 'We met at 09:30 and\nleft at 10:30 sharp'],
    ['lines without titles', '00:00\n03:20'],
    ['longer digit sequences', '12:3456 a\n13:4567 b'],
    ['missing notes', null],
  ])('finds no chapters in %s', (_given, notes) => {
    expect(notesChapters(notes, 3600)).toEqual([]);
  });
});

describe('clockSeconds', () => {
  it.each([
    ['1:02:03', 3723],
    ['62:03', 3723],
    ['3723', 3723],
    ['00:10:30.500', 630.5],
    [' 45 ', 45],
    ['1:60', null],
    ['1:2:3:4', null],
    ['-5', null],
    ['1e9', null],
    ['99999999999', null],
    ['', null],
    [undefined, null],
  ])('parses %s as %s', (text, seconds) => {
    expect(clockSeconds(text)).toBe(seconds);
  });
});

describe('spelledSeconds', () => {
  it.each([
    ['1h 2m 3s', 3723],
    ['1 hr, 2 min', 3720],
    [' 31 min. ', 1860],
    ['90 Minutes', 5400],
    ['1小时2分3秒', 3723],
    ['31分钟', 1860],
    ['31', null],
    ['', null],
    ['about 31 min', null],
    [null, null],
  ])('parses %s as %s', (text, seconds) => {
    expect(spelledSeconds(text)).toBe(seconds);
  });
});

describe('isoSeconds', () => {
  it.each([
    ['PT59M', 3540],
    ['PT1H12M1S', 4321],
    ['P1DT1S', 86_401],
    ['PT', null],
    ['P', null],
    ['59', null],
    [59, null],
  ])('parses %s as %s', (text, seconds) => {
    expect(isoSeconds(text)).toBe(seconds);
  });
});
