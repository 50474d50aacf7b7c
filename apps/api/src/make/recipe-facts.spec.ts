import type { Conversion, OfferedFormat } from '../extract/formats/offer.js';
import { picture, sound, sourceInfo } from '../extract/testing/recorded-page.js';
import type { ChosenEntry, Recipe } from './recipe.js';
import { factsOfOffer, factsOfRecipe, type TaskFacts } from './recipe-facts.js';
import { joinRecipe } from './testing/join-recipe.js';

const PAGE = 'https://site.example/watch/1';
const main = picture({ width: 1280, height: 720 });
const streams = { main, sound: sound(), container: 'mp4' } as const;
const item = { pageUrl: PAGE, title: 'A title', fileName: 'f', durationSeconds: 60 };
const clip = { kind: 'clip', ...item, ...streams, startMs: 10_000, endMs: 3_720_500 } as const;
const track = { language: 'en', name: null, machine: false, files: [] };
const entry: ChosenEntry = {
  ...{
    id: '1',
    url: 'https://site.example/2',
    title: 'Second',
    thumbnailUrl: 'https://i.example/2',
  },
  ...{ uploader: null, durationSeconds: 7, kind: 'media', at: 1 },
};
const list = { pageUrl: PAGE, title: 'A list', quality: '720p', host: 'h', fileName: 'f' } as const;
const bundle = { kind: 'bundle', ...list, entries: [entry, entry], total: 9 } as const;
const convert = { kind: 'convert', ...item, source: main, tags: {} } as const;

describe('the facts about a task', () => {
  it.each<[quality: string, recipe: unknown, more: Partial<TaskFacts>]>([
    ['720p MP4', joinRecipe(streams), { durationSeconds: 60 }],
    ['720p MP4, subtitles en', joinRecipe({ ...streams, captions: track }), {}],
    [
      'M4A 128 kbps',
      joinRecipe({ main: sound({ abr: 128 }), container: 'm4a', isAudio: true }),
      { isAudio: true },
    ],
    ['MP3 320 kbps', { ...convert, to: 'mp3', bitrate: 320 }, { isAudio: true }],
    ['FLAC', { ...convert, to: 'flac', bitrate: null }, { isAudio: true }],
    ['Clip 0:10-1:02:00.5, 720p MP4', { ...clip, as: 'video' }, { durationSeconds: 3710.5 }],
    ['Clip 0:10-1:02:00.5, M4A', { ...clip, as: 'audio', container: 'm4a' }, { isAudio: true }],
    ['Clip 0:10-1:02:00.5, GIF', { ...clip, as: 'gif', container: 'gif' }, { isAudio: false }],
    ['Subtitles en, SRT', { kind: 'subtitle', ...item, format: 'srt', track }, {}],
    ['2 files as zip', bundle, { thumbnailUrl: 'https://i.example/2', durationSeconds: null }],
    ['2 files as zip', { ...bundle, quality: 'mp3' }, { isAudio: true, title: 'A list' }],
    ['1 file as zip', { ...bundle, entries: [entry] }, {}],
    [
      '2 files as zip',
      { ...bundle, pageUrl: '', title: '' },
      { pageUrl: entry.url, title: '2 downloads' },
    ],
    [
      '720p',
      { kind: 'entry', ...list, entry },
      { pageUrl: entry.url, title: 'Second', durationSeconds: 7 },
    ],
    ['MP3', { kind: 'entry', ...list, entry, quality: 'mp3' }, { isAudio: true }],
    [
      'Picture',
      { kind: 'entry', ...list, entry: { ...entry, kind: 'picture' } },
      { pageUrl: PAGE },
    ],
  ])('describe %s', (quality, recipe, more) => {
    expect(factsOfRecipe(recipe as Recipe)).toMatchObject({ quality, ...more });
  });

  it.each<[quality: string, convert: Conversion | null, bytes: number | null]>([
    ['720p MP4', null, 1500],
    ['MP3 192 kbps', { to: 'mp3', bitrate: 192, kbps: 192, sizeBytes: 99 }, 99],
    ['WAV', { to: 'wav', bitrate: null, kbps: 1411, sizeBytes: null }, null],
  ])('describe %s for an offer', (quality, conversion, bytes) => {
    const info = { ...sourceInfo([]), thumbnailUrl: 'https://i.example/1' };
    const offered: OfferedFormat = {
      pageUrl: PAGE,
      info,
      offer: {
        ...{ kind: 'merge', container: 'mp4', recommended: false, convert: conversion },
        main: { ...main, sizeBytes: 1000 },
        sound: sound({ sizeBytes: 500 }),
      },
    };
    expect(factsOfOffer(offered)).toEqual({
      ...{ pageUrl: PAGE, title: info.title, quality, isAudio: conversion !== null },
      artist: info.artist ?? info.uploader,
      durationSeconds: info.durationSeconds,
      sizeBytes: bytes,
      thumbnailUrl: 'https://i.example/1',
    });
  });
});
