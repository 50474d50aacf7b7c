import { termsByLetter } from './terms-by-letter.js';

const term = (name: string) => ({ id: name, term: name, definition: '', see: [] });

const lettersOf = (names: readonly string[], language: string) =>
  termsByLetter(names.map(term), language).map(({ letter, terms }) => [
    letter,
    ...terms.map(({ id }) => id),
  ]);

it.each([
  ['en', [], []],
  [
    'en',
    ['MP4', 'codec', 'AAC', 'Container', 'm4a'],
    [
      ['A', 'AAC'],
      ['C', 'codec', 'Container'],
      ['M', 'm4a', 'MP4'],
    ],
  ],
  [
    'fr',
    ['Étiquette', 'Encodage', '4K'],
    [
      ['#', '4K'],
      ['E', 'Encodage', 'Étiquette'],
    ],
  ],
  [
    'ar',
    ['ملف', 'رابط'],
    [
      ['ر', 'رابط'],
      ['م', 'ملف'],
    ],
  ],
  [
    'ko',
    ['코덱', 'MP4', '비트레이트', '컨테이너'],
    [
      ['ㅂ', '비트레이트'],
      ['ㅋ', '컨테이너', '코덱'],
      ['M', 'MP4'],
    ],
  ],
  [
    'zh',
    ['码率', 'MP4', '编码', 'AAC', '播放列表', '字幕', '采样率'],
    [
      ['A', 'AAC'],
      ['B', '编码', '播放列表'],
      ['C', '采样率'],
      ['M', '码率', 'MP4'],
      ['Z', '字幕'],
    ],
  ],
  [
    'ja',
    ['字幕', 'ガイド', 'コーデック', '動画', 'カメラ'],
    [
      ['カ', 'ガイド', 'カメラ'],
      ['コ', 'コーデック'],
      ['漢', '字幕', '動画'],
    ],
  ],
  [
    'zh',
    ['三', '他', '打', '欧', '基', '瓦', '人', '四'],
    [
      ...[
        ['D', '打'],
        ['J', '基'],
        ['O', '欧'],
        ['R', '人'],
        ['S', '三', '四'],
      ],
      ...[
        ['T', '他'],
        ['W', '瓦'],
      ],
    ],
  ],
  ['zh-Hant', ['字幕'], [['漢', '字幕']]],
  ['tr', ['iki'], [['İ', 'iki']]],
])('in %s, groups %j', (language, names, groups) => {
  expect(lettersOf(names, language)).toEqual(groups);
});
