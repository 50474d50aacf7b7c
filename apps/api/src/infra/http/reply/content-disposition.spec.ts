import { parse } from 'content-disposition';
import { asciiName, contentDisposition } from './content-disposition.js';

describe('asciiName', () => {
  it.each([
    ['video.mp4', 'video.mp4'],
    ['café_crème.mp4', 'cafe_creme.mp4'],
    ['dipper.test_youtube_日本語_1080p.mp4', 'dipper.test_youtube_1080p.mp4'],
    ['日本語.mp4', 'video.mp4'],
    ['日本語.m4a', 'audio.m4a'],
    ['日本語', 'download'],
    ['🎬.zip', 'download.zip'],
    ['100%_real.mp4', '100_real.mp4'],
    ['a  b.mp4', 'a  b.mp4'],
    ['ﬁlm.mp4', 'film.mp4'],
  ])('reduces %j to %j', (name, expected) => {
    expect(asciiName(name)).toBe(expected);
  });
});

describe('contentDisposition', () => {
  it.each([
    ['video.mp4', 'attachment; filename="video.mp4"'],
    ['a b.mp4', 'attachment; filename="a b.mp4"'],
    ['café.mp4', `attachment; filename="cafe.mp4"; filename*=UTF-8''caf%C3%A9.mp4`],
    ['日本.mp4', `attachment; filename="video.mp4"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.mp4`],
    ['', 'attachment; filename="download"'],
    ['...', 'attachment; filename="download"'],
  ])('formats the name %j as %s', (name, expected) => {
    expect(contentDisposition(name, 'attachment')).toBe(expected);
  });

  it.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a\\b/c.mp4', 'a_b_c.mp4'],
    ['a\r\nSet-Cookie: x=1.mp4', 'a__Set-Cookie_ x=1.mp4'],
    ['a"; filename="evil.exe', 'a_; filename=_evil.exe'],
    ['gpj.\u202Eexe.mp4', 'gpj._exe.mp4'],
    ['half\uD83D.mp4', 'half_.mp4'],
    ['50%41.mp4', '50%41.mp4'],
    ['e\u0301.mp4', '\u00e9.mp4'],
  ])('saves %j as %j', (name, expected) => {
    const value = contentDisposition(name, 'inline');
    expect(value).toMatch(/^inline; [\x20-\x7e]+$/);
    expect(parse(value).parameters['filename']).toBe(expected);
  });

  it('keeps the extension of a name that is too long', () => {
    const value = contentDisposition(`${'語'.repeat(5000)}.mp4`, 'attachment');
    expect(parse(value).parameters['filename']).toBe(`${'語'.repeat(196)}.mp4`);
  });
});
