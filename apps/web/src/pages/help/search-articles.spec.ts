import { QUERY_LENGTH, searchArticles } from './search-articles.js';

const item = (title: string, body: string) => ({ title, body });

const MP3 = item('There is no MP3 in the list', 'Sound is offered as the source has it: M4A.');
const PRIVATE = item('Private items', 'Only items that are open to everyone. Café, naïve.');
const GONE = item('The item is gone', 'It was deleted from its page. An MP3 may be, too.');
const ARABIC = item('الملف لا يعمل', 'لم يتم العثور على الرابط');
const CHINESE = item('找不到视频', '请检查链接是否正确');
const JAPANESE = item('動画が見つかりません', 'ガイドを読んでください');
const HINDI = item('वीडियो नहीं मिला', 'लिंक की जाँच करें');
const ALL = [MP3, PRIVATE, GONE, ARABIC, CHINESE, JAPANESE, HINDI];

it.each([
  ['', ALL],
  [' \n\t ', ALL],
  ['mp3', [MP3, GONE]],
  ['MP3?', [MP3, GONE]],
  ['priv', [PRIVATE]],
  ['cafe', [PRIVATE]],
  ['NAÏVE', [PRIVATE]],
  ['why was my item deleted', [GONE]],
  ['Only items that are open to everyone.', [PRIVATE]],
  ['الرابط', [ARABIC]],
  ['الرَّابِط', [ARABIC]],
  ['视频', [CHINESE]],
  ['为什么找不到这个视频？', [CHINESE]],
  ['ガイドはどこですか', [JAPANESE]],
  // A different mark makes a different letter.
  ['カイト', []],
  ['वीडियो', [HINDI]],
  ['वाडया', []],
  ['xyzzy private', [PRIVATE]],
  ['xyzzy', []],
  // Words only match from their start: "age" does not find "page".
  ['age', []],
])('finds articles for %j', (query, found) => {
  expect(searchArticles(ALL, query)).toEqual(found);
});

it.each([
  '.*',
  '(((',
  '[-',
  '\\',
  '$&',
  '^$',
  '(a+)+$'.repeat(40).replaceAll('a', '!'),
  '“”',
  '\u202E\u200F',
  '\uD800',
  '💧',
])('finds nothing for %j, which contains no words', (query) => {
  expect(searchArticles(ALL, query)).toEqual([]);
});

it('uses only the start of a very long query', () => {
  expect(searchArticles(ALL, `mp3 ${'x'.repeat(1e6)}`)).toEqual([MP3, GONE]);
  expect(searchArticles(ALL, `${' '.repeat(QUERY_LENGTH)}mp3`)).toEqual([]);
});

it('finds nothing if there are no articles', () => {
  expect(searchArticles([], 'mp3')).toEqual([]);
});
