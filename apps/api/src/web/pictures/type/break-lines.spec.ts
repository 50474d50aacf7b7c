import { breakLines, unbreakableParts } from './break-lines.js';

it.each([
  ['en', 'Grab a video-clip now', 'Grab |a |video-|clip |now'],
  ['ja', 'YouTube動画をダウンロード、無料', 'YouTube|動画を|ダウンロード、|無料'],
  ['ja', 'リンクが使えなくなる理由', 'リンクが|使えなくなる|理由'],
  ['zh', '免费在线视频，音频下载', '免费|在线|视频，|音频|下载'],
  ['ko', '다운로드 링크가 끊기는 이유', '다운로드 |링크가 |끊기는 |이유'],
  ['ar', 'تحميل فيديو يوتيوب', 'تحميل |فيديو |يوتيوب'],
  ['hi', 'वीडियो डाउनलोड करें', 'वीडियो |डाउनलोड |करें'],
  ['en', '', ''],
])('in %s, breaks %s only at %s', (language, text, parts) => {
  expect(unbreakableParts(text, language).join('|')).toBe(parts);
});

/** Parts in a font whose characters are all 1 wide. */
function partsOf(text: string) {
  let start = 0;
  return text.split(/(?<= )/).map((part) => {
    const ink = part.trimEnd().length;
    const from = start;
    start += part.length;
    return { start: from, end: start, inkEnd: from + ink, width: part.length, ink };
  });
}

it.each([
  ['one two three four', 20, 3, 'one two three four'],
  ['one two three four', 14, 3, 'one two|three four'],
  ['one two three four', 10, 2, 'one two|three four'],
  ['one two three four', 9, 4, 'one two|three|four'],
  ['one two three four', 9, 2, null],
  ['one twothreefour', 10, 4, null],
])('breaks %j in a width of %d into at most %d lines: %s', (text, width, maxLines, lines) => {
  const broken = breakLines(partsOf(text), { width, maxLines });
  expect(broken?.map(({ start, end }) => text.slice(start, end)).join('|') ?? null).toBe(lines);
});
