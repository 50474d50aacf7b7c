import { format, TASK_ID, videoInfo } from '../../testing/fixtures.js';
import { codecHint } from './codec-hint.js';
import { cutDescription } from './cut-description.js';
import { groupFormats } from './group-formats.js';
import { downloadLink, playLink } from './preview-link.js';

const queryOf = (link: string | null) =>
  Object.fromEntries(new URL(link ?? '', 'https://dipper.example').searchParams);

describe('groupFormats', () => {
  it('parts video from audio and finds the marked one', () => {
    const best = format({ format_id: 'b', recommended: true });
    const small = format({ format_id: 's', recommended: false });
    const sound = format({ format_id: 'a', recommended: false, is_audio_only: true });
    expect(groupFormats([small, best, sound])).toEqual({
      recommended: best,
      video: [small, best],
      audio: [sound],
    });
  });

  it('takes the first when none is marked', () => {
    const first = format({ recommended: false });
    expect(groupFormats([first]).recommended).toBe(first);
  });
});

describe('codecHint', () => {
  it.each([
    ['avc1.640028', 'mp4a.40.2', 'H.264 · AAC'],
    ['vp09.00.51.08', 'opus', 'VP9 · Opus'],
    ['av01.0.12M.10', null, 'AV1'],
    [null, 'mp3', 'MP3'],
    ['hev1.1.6.L93', 'ec-3', 'H.265 · Dolby'],
    ['none', 'none', ''],
    ['unheard-of', null, ''],
    [null, null, ''],
  ])('%s and %s: %s', (vcodec, acodec, hint) => {
    expect(codecHint({ vcodec, acodec })).toBe(hint);
  });
});

describe('cutDescription', () => {
  it.each([
    ['short', 'short'],
    [' two\n\nlines ', 'two lines'],
    ['x'.repeat(150), 'x'.repeat(150)],
    ['x'.repeat(151), `${'x'.repeat(150)}...`],
  ])('%j', (description, cut) => {
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

  it('names task and both formats for a merge', () => {
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

  it.each(['merge', 'hls'] as const)('gives a %s of one source as its start-merge link', (kind) => {
    const link = downloadLink(info, format({ kind, task_id: TASK_ID }));
    expect(queryOf(link)).toEqual({
      url: `/api/download/start-merge?task_id=${TASK_ID}`,
      ...carried,
    });
  });

  it('gives plain media as its own address, and leaves out what is not known', () => {
    const sound = format({
      is_audio_only: true,
      resolution: null,
      filesize: null,
      tbr: null,
      abr: 128,
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
  it('plays HLS from its own address and keeps the task for the download', () => {
    const hls = format({ kind: 'hls', url: 'https://cdn.example/m.m3u8', task_id: TASK_ID });
    expect(queryOf(playLink(videoInfo(), hls))).toMatchObject({
      url: 'https://cdn.example/m.m3u8',
      task_id: TASK_ID,
    });
  });

  it.each(['merge', 'direct', 'audio'] as const)('has none for %s', (kind) => {
    expect(playLink(videoInfo(), format({ kind }))).toBeNull();
  });
});
