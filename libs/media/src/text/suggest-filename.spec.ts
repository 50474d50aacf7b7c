import { suggestFilename, type FilenameParts } from './suggest-filename.js';

const name = (parts: Partial<FilenameParts>): string =>
  suggestFilename({ host: 'dipper.example', source: 'YouTube', title: 'Title', ...parts });
const bytes = (text: string): number => Buffer.byteLength(text);
const FAMILY = '👨‍👩‍👧‍👦';

describe('suggestFilename', () => {
  it.each<[Partial<FilenameParts>, string]>([
    [{}, 'dipper.example_YouTube_Title.mp4'],
    [
      { title: 'A b  c', resolution: '1080p60', bitrateKbps: 1000, ext: 'webm' },
      'dipper.example_YouTube_A_b_c_1080p60_1000kbps.webm',
    ],
    [{ bitrateKbps: 1001 }, 'dipper.example_YouTube_Title_1.0Mbps.mp4'],
    [{ bitrateKbps: 4520.4 }, 'dipper.example_YouTube_Title_4.5Mbps.mp4'],
    [{ bitrateKbps: 0, resolution: null }, 'dipper.example_YouTube_Title.mp4'],
    [{ source: 'Player.FM' }, 'dipper.example_Player.FM_Title.mp4'],
    [{ source: 'Twitter/X' }, 'dipper.example_TwitterX_Title.mp4'],
    [{ title: 'a/b\\c:d*e?f"g<h>i|j' }, 'dipper.example_YouTube_abcdefghij.mp4'],
    [{ title: '../../etc/passwd' }, 'dipper.example_YouTube_etcpasswd.mp4'],
    [{ title: 'a\u0000b\r\nc\u007Fd\u0085e' }, 'dipper.example_YouTube_ab_cd\u0065.mp4'],
    [{ title: 'gpj\u202E4pm\u2066x\u2069' }, 'dipper.example_YouTube_gpj4pmx.mp4'],
    [{ title: 'a\u206E\u00ADb\u3164\u180E\u2065c' }, 'dipper.example_YouTube_abc.mp4'],
    [{ title: 'a\uF022\uFFFFb\u{10FFFF}' }, 'dipper.example_YouTube_ab.mp4'],
    [{ title: 'می\u200Cخواهم' }, 'dipper.example_YouTube_می\u200Cخواهم.mp4'],
    [{ title: '\uD83Dhalf\uDE00' }, 'dipper.example_YouTube_half.mp4'],
    [{ title: '  .hidden. ' }, 'dipper.example_YouTube_hidden.mp4'],
    [{ title: '' }, 'dipper.example_YouTube.mp4'],
    [{ title: '???' }, 'dipper.example_YouTube.mp4'],
    [{ host: '', source: '', title: '' }, 'download.mp4'],
    [{ host: '', source: '', title: '-rf' }, 'rf.mp4'],
    [{ host: '', source: '', title: 'CON' }, '_CON.mp4'],
    [{ host: 'aux.example', source: 'X', title: 'a' }, '_aux.example_X_a.mp4'],
    [{ host: '', source: '', title: 'COM1.notes' }, '_COM1.notes.mp4'],
    [{ host: '', source: '', title: 'console' }, 'console.mp4'],
    [{ ext: '.MP3' }, 'dipper.example_YouTube_Title.mp3'],
    [{ ext: 'exe/../sh' }, 'dipper.example_YouTube_Title.mp4'],
    [{ ext: '' }, 'dipper.example_YouTube_Title.mp4'],
    [{ title: '百度 一下' }, 'dipper.example_YouTube_百度_一下.mp4'],
    [{ title: 'Cafe\u0301' }, 'dipper.example_YouTube_Caf\u00E9.mp4'],
  ])('turns %j into the name %s', (parts, expected) => {
    expect(name(parts)).toBe(expected);
  });

  it.each<[FilenameParts['platform'], number]>([
    [undefined, 80],
    [null, 80],
    ['youtube', 80],
    ['soundcloud', 80],
    ['bilibili', 100],
    ['xiaohongshu', 100],
    ['apple-podcasts', 100],
    ['lizhi', 100],
  ])('cuts the title of %s to %d characters', (platform, limit) => {
    const title = (length: number) =>
      name({ host: 'h', source: 's', title: 'é'.repeat(length), platform });
    expect(title(limit)).toBe(`h_s_${'é'.repeat(limit)}.mp4`);
    expect(title(limit + 1)).toBe(`h_s_${'é'.repeat(limit)}.mp4`);
  });

  it.each([
    ['Chinese text', '語'.repeat(100)],
    ['joined emoji', FAMILY.repeat(100)],
    ['combining marks', `a${'\u0301'.repeat(5_000)}`.repeat(50)],
    ['one endless character', `a${'\u0301'.repeat(100_000)}`],
  ])('stays within 255 bytes for %s', (_what, title) => {
    const long = name({
      host: '語'.repeat(300),
      source: FAMILY.repeat(50),
      title,
      resolution: '語'.repeat(300),
      bitrateKbps: 123_456_789,
      ext: 'abcdefgh',
      platform: 'bilibili',
    });
    expect(bytes(long)).toBeLessThanOrEqual(255);
    expect(long).not.toMatch(/\p{Cs}/u);
    expect(long).toMatch(/\.abcdefgh$/);
  });

  it('never splits a joined emoji at the byte limit', () => {
    const cut = name({ title: FAMILY.repeat(80) });
    const families = cut.slice('dipper.example_YouTube_'.length, -'.mp4'.length);
    expect(families).toBe(FAMILY.repeat(families.length / FAMILY.length));
    expect(bytes(cut)).toBeGreaterThan(225);
  });
});
