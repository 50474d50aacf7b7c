import { TASK_ID } from '@dipper/client/testing';
import type { Format, Voice } from '@dipper/contract';
import { format, videoInfo } from '../../../testing/fixtures.js';
import { codecHint } from './formats/format-facts.js';
import { cutDescription } from './result-facts.js';
import { groupFormats, groupLanguages } from './formats/group-formats.js';
import { downloadLink, playLink } from './preview-link.js';

const queryOf = (link: string | null) =>
  Object.fromEntries(new URL(link ?? '', 'https://dipper.example').searchParams);

describe('groupFormats', () => {
  it('separates video, audio and conversions', () => {
    const best = format({ format_id: 'b', recommended: true });
    const small = format({ format_id: 's', recommended: false });
    const sound = format({ format_id: 'a', recommended: false, is_audio_only: true });
    const mp3 = { ...sound, kind: 'audio' as const, task_id: TASK_ID };
    expect(groupFormats([small, best, sound, mp3])).toEqual({
      video: [small, best],
      audio: [sound],
      converted: [mp3],
    });
  });

  it('omits other languages', () => {
    const own = format();
    const dub = format({ language: 'es', recommended: false });
    expect(groupFormats([own, dub])).toEqual({ video: [own], audio: [], converted: [] });
  });
});

describe('groupLanguages', () => {
  const inLanguage = (language: string | null, voice: Voice | null = null) =>
    format({ language, voice, recommended: false });
  const named = (pageLanguage: string, formats: Format[]) =>
    groupLanguages(formats, pageLanguage).map(({ name, voice, formats: rows }) =>
      [name, voice, rows.length].filter(Boolean).join(' '),
    );

  it.each([
    ['en', ['German 1', 'Spanish 2', 'Arabic machine 1', 'English description 1']],
    ['de', ['Deutsch 1', 'Spanisch 2', 'Arabisch machine 1', 'Englisch description 1']],
  ])('names languages in the page language %s', (pageLanguage, names) => {
    const formats = [
      inLanguage(null),
      inLanguage('en', 'description'),
      inLanguage('es'),
      inLanguage('ar', 'machine'),
      inLanguage('es'),
      inLanguage('de'),
    ];
    expect(named(pageLanguage, formats)).toEqual(names);
  });

  it('puts the page language first, unless auto-dubbed', () => {
    const formats = [
      inLanguage('de'),
      inLanguage('es-419'),
      inLanguage('es-ES', 'machine'),
      inLanguage('ar', 'machine'),
    ];
    expect(groupLanguages(formats, 'es').map(({ language }) => language)).toEqual([
      'es-419',
      'de',
      'es-ES',
      'ar',
    ]);
  });

  it("puts the browser's languages before the page's", () => {
    const formats = ['de', 'en', 'fr', 'pt-BR'].map((language) => inLanguage(language));
    expect(groupLanguages(formats, 'en', ['pt-PT', 'fr']).map(({ language }) => language)).toEqual([
      'pt-BR',
      'fr',
      'en',
      'de',
    ]);
  });

  it('shows an unknown language by its tag', () => {
    expect(named('en', [inLanguage('xx'), inLanguage('not a tag')])).toEqual([
      'not a tag 1',
      'xx 1',
    ]);
  });
});

describe('codecHint', () => {
  it.each([
    ['avc1.640028', 'mp4a.40.2', 'H.264 · AAC'],
    ['vp09.00.51.08', 'opus', 'VP9 · Opus'],
    ['av01.0.12M.10', null, 'AV1'],
    [null, 'mp3', 'MP3'],
    ['hev1.1.6.L93', 'ec-3', 'HEVC · Dolby'],
    ['h265', 'aac', 'HEVC · AAC'],
    ['dvh1.05.06', 'mp4a.a6', 'Dolby Vision · Dolby'],
    ['avc1.64001f', 'mp4a.6B', 'H.264 · MP3'],
    ['av01.0.05M.08', 'mp4a.40.42', 'AV1 · AAC'],
    [null, 'alac', 'ALAC'],
    ['mp4v.20.3', 'mp4a', 'MPEG-4 · AAC'],
    [null, 'm4a', ''],
    ['none', 'none', ''],
    ['unheard-of', null, ''],
    [null, null, ''],
  ])('of %s and %s is %j', (vcodec, acodec, hint) => {
    expect(codecHint({ vcodec, acodec })).toBe(hint);
  });
});

describe('cutDescription', () => {
  it.each([
    ['short', 'short'],
    [' two\n\nlines ', 'two lines'],
    ['x'.repeat(150), 'x'.repeat(150)],
    ['x'.repeat(151), `${'x'.repeat(150)}...`],
  ])('shortens %j', (description, cut) => {
    expect(cutDescription(description)).toBe(cut);
  });
});

describe('downloadLink', () => {
  const info = videoInfo({ title: 'A & B?' });
  const carried = {
    title: 'A & B?',
    filename: 'vimeo_clip_1280x720.mp4',
    source_url: 'https://vimeo.com/1',
    resolution: '1280x720',
    filesize: '52428800',
    bitrate: '1500',
    thumbnail_url: 'https://i.example/1.jpg',
  };

  it('contains the task and both formats for a merge', () => {
    const merge = format({
      kind: 'merge',
      task_id: TASK_ID,
      audio_format_id: 'a1',
      format_id: 'v1',
    });
    expect(queryOf(downloadLink(info, merge))).toEqual({
      task_id: TASK_ID,
      video_format_id: 'v1',
      audio_format_id: 'a1',
      ...carried,
    });
  });

  it.each(['merge', 'hls'] as const)(
    'contains a start-merge link for a %s from one source',
    (kind) => {
      const link = downloadLink(info, format({ kind, task_id: TASK_ID }));
      expect(queryOf(link)).toEqual({
        url: `/api/download/start-merge?task_id=${TASK_ID}`,
        ...carried,
      });
    },
  );

  it('contains the address of direct media and omits unknown facts', () => {
    const sound = format({
      is_audio_only: true,
      resolution: null,
      filesize: null,
      tbr: null,
      abr: 127.78199999999998,
    });
    expect(queryOf(downloadLink(videoInfo({ thumbnail_url: null }), sound))).toEqual({
      url: 'https://cdn.example/720.mp4',
      title: 'A clip',
      filename: 'vimeo_clip_1280x720.mp4',
      is_audio: 'true',
      source_url: 'https://vimeo.com/1',
      bitrate: '128',
    });
  });
});

describe('playLink', () => {
  it('contains the HLS address, and the task for the download', () => {
    const hls = format({ kind: 'hls', url: 'https://cdn.example/m.m3u8', task_id: TASK_ID });
    expect(queryOf(playLink(videoInfo(), hls))).toMatchObject({
      url: 'https://cdn.example/m.m3u8',
      task_id: TASK_ID,
    });
  });

  it.each(['merge', 'direct', 'audio'] as const)('is null for %s', (kind) => {
    expect(playLink(videoInfo(), format({ kind }))).toBeNull();
  });
});
