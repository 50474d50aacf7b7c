import type { Wanted } from '../arguments/parse.js';
import { sound, item } from '../testing/item.js';
import { chooseIn, findFormat, findSubtitles, qualityOf } from './choose.js';
import { indexesOf, parseItems } from './items.js';
import { parseTimes } from './times.js';

const NOTHING: Wanted = { format: null, audio: null, clip: null, subtitles: null };
const choose = (wanted: Partial<Wanted>, info = item()) =>
  chooseIn(info, { ...NOTHING, ...wanted });

it.each([
  ['best', '720p'],
  ['720p', '720p'],
  ['720', '720p'],
  ['1080p60', '1080p60'],
  ['1', '1080p60'],
  ['5', 'm4a'],
  ['mp3-192', 'mp3-192'],
])('-f %s finds %s', (text, id) => {
  expect(findFormat(item(), text).format_id).toBe(id);
});

it('prefers the original language to the exact frame rate', () => {
  expect(findFormat(item(), '1080p').format_id).toBe('1080p60');
});

it.each(['4320p', '99', 'nothing'])('lists the available formats instead of -f %s', (text) => {
  expect(() => findFormat(item(), text)).toThrow(
    `There is no ${text} here. Choose 1080p60, 1080p, 720p, 360p, best or a number from 1 to 8.`,
  );
});

it.each<[string, Partial<Wanted>, object]>([
  ['the best audio', { audio: 'best' }, { format_id: 'm4a' }],
  ['a conversion that is offered', { audio: 'mp3' }, { format_id: 'mp3-192' }],
  ["the source's own audio of the type", { audio: 'm4a' }, { format_id: 'm4a' }],
  [
    'another conversion',
    { audio: 'flac' },
    { offerId: 'm4a', wish: { kind: 'convert', to: 'flac' } },
  ],
  [
    'a clip',
    { clip: { start: 1, end: 2, as: 'gif' }, format: '360p' },
    { offerId: '360p', wish: { kind: 'clip', start: 1, end: 2, as: 'gif' } },
  ],
  [
    'a clip of the audio',
    { clip: { start: 1, end: 2, as: null }, audio: 'best' },
    { offerId: '720p', wish: { kind: 'clip', start: 1, end: 2, as: 'audio' } },
  ],
  [
    'subtitles',
    { subtitles: { language: 'EN', as: 'vtt' } },
    { offerId: '720p', wish: { kind: 'subtitle', language: 'en', machine: true, format: 'vtt' } },
  ],
  [
    'a video with subtitles',
    { subtitles: { language: 'en-gb', as: 'srt' }, format: '360p' },
    { offerId: '360p', wish: { kind: 'captioned', language: 'en-GB' } },
  ],
])('chooses %s', (_, wanted, choice) => {
  expect(choose(wanted)).toMatchObject(choice);
});

it('accepts a regional variant of the language, and rejects a missing language', () => {
  const subtitles = [{ language: 'pt-BR', name: null, machine: false }];
  expect(findSubtitles(item({ subtitles }), 'pt').language).toBe('pt-BR');
  expect(() => findSubtitles(item({ subtitles }), 'fr')).toThrow(
    'There are no subtitles in fr. Choose one of pt-BR.',
  );
  expect(() => findSubtitles(item({ subtitles: [] }), 'fr')).toThrow('has no subtitles');
});

it('refuses to make other files from an offer without an id', () => {
  const info = item({ formats: [sound({ offer_id: '' })] });
  expect(() => choose({ audio: 'flac' }, info)).toThrow('Choose another format with -f.');
});

it.each<[Partial<Wanted> | null, string]>([
  [null, '720p'],
  [{ format: 'best' }, 'best'],
  [{ format: '1080P' }, '1080p'],
  [{ audio: 'mp3' }, 'mp3'],
  [{ audio: 'best' }, 'sound'],
])('%j is a quality for lists', (wanted, quality) => {
  expect(qualityOf(wanted === null ? null : { ...NOTHING, ...wanted })).toBe(quality);
});

it.each<Partial<Wanted>>([{ format: '144p' }, { audio: 'flac' }])(
  '%j is not a quality for lists',
  (wanted) => {
    expect(() => qualityOf({ ...NOTHING, ...wanted })).toThrow(/of a list can be/);
  },
);

it.each<[string, number[] | null]>([
  ['1-3', [0, 1, 2]],
  ['2,4', [1, 3]],
  ['4-', [3, 4]],
  ['3,1-3', [0, 1, 2]],
  ['all', [0, 1, 2, 3, 4]],
  ['5-9', [4]],
  ['7', []],
  ['0', null],
  ['3-1', null],
  ['1-2-3', null],
  ['', null],
  ['a', null],
])('--list %s selects %j of five items', (text, indexes) => {
  const items = parseItems(text);
  expect(items === null ? null : indexesOf(items, 5)).toEqual(indexes);
});

it.each([
  ['0:12-0:41', { start: 12, end: 41 }],
  ['1m-1:02:03.5', { start: 60, end: 3723.5 }],
  ['5–6', { start: 5, end: 6 }],
  ['5-5', null],
  ['5', null],
  ['1-2-3', null],
])('--clip %s is read as %j', (text, times) => {
  expect(parseTimes(text)).toEqual(times);
});
