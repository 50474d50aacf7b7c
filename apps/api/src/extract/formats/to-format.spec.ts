import { type Format, formatSchema } from '@dipper/contract';
import { PLATFORMS } from '@dipper/media';
import {
  picture,
  recordedInfo,
  sound,
  sourceFormat,
  sourceInfo,
} from '../testing/recorded-page.js';
import type { SourceFormat } from '../source-info.js';
import { offersOf } from './offers.js';
import { fileNameOf, labelOf, namePartsOf, toFormat } from './to-format.js';

const wire = (formats: readonly SourceFormat[], title = 'A title'): Format[] =>
  offersOf(sourceInfo(formats)).map((offer) =>
    toFormat(offer, { platform: null, title }, { offerId: 'T'.repeat(43), host: 'dipper.example' }),
  );

describe('labelOf', () => {
  it.each([
    [[picture({ width: 1920, height: 1080, fps: 60 }), sound()], '1080p60 MP4'],
    [[picture({ width: 1080, height: 1920 }), sound()], '1080p MP4'],
    [
      [picture({ vcodec: 'vp9', ext: 'webm' }), sound({ acodec: 'opus', ext: 'webm' })],
      '720p WebM',
    ],
    [[picture()], '720p MP4 (no audio)'],
    [[picture({ fps: 60, isHdr: true }), sound()], '720p60 HDR MP4'],
    [[sound({ abr: 128 })], 'Audio M4A 128 kbps'],
    [[sound({ abr: 127.6 })], 'Audio M4A 128 kbps'],
    [[sound({ abr: null, tbr: 64 })], 'Audio M4A 64 kbps'],
    [[sound({ abr: null })], 'Audio M4A'],
    [[sound({ abr: 1411, ext: 'wav' })], 'Audio WAV 1.4 Mbps'],
    [[sourceFormat({ id: 'hd', width: null, height: null })], 'HD MP4'],
    [[sourceFormat({ id: 'x', width: null, height: null })], 'Video MP4'],
    [[sourceFormat({ audio: 'unknown', acodec: null })], '720p MP4'],
  ])('labels row %#', (formats, label) => {
    const [offer] = offersOf(sourceInfo(formats));
    expect(offer && labelOf(offer)).toBe(label);
  });
});

describe('toFormat', () => {
  it('serializes a joined row', () => {
    const [row] = wire([
      picture({ id: 'v', tbr: 1000, vbr: 1000, sizeBytes: 7000 }),
      sound({ id: 'a', sizeBytes: 3000, sizeIsEstimate: true }),
    ]);
    expect(row).toEqual({
      format_id: 'v',
      offer_id: 'T'.repeat(43),
      kind: 'merge',
      url: `/api/download/start-merge?task_id=${'T'.repeat(43)}`,
      label: '720p MP4',
      ext: 'mp4',
      resolution: '720p',
      quality: '720p',
      is_audio_only: false,
      has_audio: true,
      tbr: 1128,
      abr: 128,
      vbr: 1000,
      bitrate: null,
      fps: 30,
      hdr: false,
      watermarked: false,
      vcodec: 'avc1.64001f',
      acodec: 'mp4a.40.2',
      filesize: 10_000,
      filesize_approx: true,
      recommended: true,
      reason: 'plays_everywhere',
      language: null,
      voice: null,
      filename: 'dipper.example_A_title_720p.mp4',
      task_id: 'T'.repeat(43),
      audio_format_id: 'a',
    });
  });

  it('converts a row that was stored before languages and reasons existed', () => {
    const [kept] = offersOf(sourceInfo([sourceFormat()])).map((offer) => {
      const { reason, language, voice, ...old } = offer;
      const { isHdr, watermarked, ...main } = old.main;
      return {
        offer: { ...old, main: main as SourceFormat },
        since: { reason, language, voice, isHdr, watermarked },
      };
    });
    const origin = { platform: null, title: 'A title' };
    const row =
      kept && toFormat(kept.offer, origin, { offerId: 'T'.repeat(43), host: 'dipper.example' });
    expect(formatSchema.safeParse(row).error).toBeUndefined();
    expect(row).toMatchObject({
      hdr: false,
      watermarked: false,
      reason: null,
      language: null,
      voice: null,
    });
    expect(row?.filename).toBe('dipper.example_A_title_720p.mp4');
  });

  it('gives files in other languages different names', () => {
    const rows = wire([
      picture(),
      sound({ language: 'en', languagePreference: 10 }),
      sound({ id: 'b', language: 'pt-BR' }),
      sound({ id: 'c', language: 'en-desc' }),
    ]);
    expect(rows.map(({ language, voice, filename }) => [language, voice, filename])).toEqual([
      [null, null, 'dipper.example_A_title_720p.mp4'],
      [null, null, 'dipper.example_A_title_128kbps.m4a'],
      ['pt-BR', null, 'dipper.example_A_title_720p_pt-BR.mp4'],
      ['pt-BR', null, 'dipper.example_A_title_pt-BR_128kbps.m4a'],
      ['en', 'description', 'dipper.example_A_title_720p_en_description.mp4'],
      ['en', 'description', 'dipper.example_A_title_en_description_128kbps.m4a'],
    ]);
  });

  it('gives a plain file its own URL and no task', () => {
    const [row] = wire([sourceFormat({ id: 'd', url: 'https://cdn.example/d.mp4' })]);
    expect(row).toMatchObject({ kind: 'direct', url: 'https://cdn.example/d.mp4' });
    expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['task_id']));
    expect(Object.keys(row ?? {})).not.toContain('audio_format_id');
  });

  it('gives a playlist a URL and a task', () => {
    const [row] = wire([sourceFormat({ protocol: 'hls', url: 'https://cdn.example/p.m3u8' })]);
    expect(row).toMatchObject({
      kind: 'hls',
      url: 'https://cdn.example/p.m3u8',
      task_id: 'T'.repeat(43),
    });
  });

  it.each([
    [[sourceFormat()], null, false],
    [[sourceFormat({ sizeBytes: 5000 })], 5000, false],
    [[sourceFormat({ sizeBytes: 5000, sizeIsEstimate: true })], 5000, true],
    [[picture({ sizeBytes: 5000 }), sound()], null, false],
  ])('reports the size of row %#', (formats, filesize, filesize_approx) => {
    expect(wire(formats)[0]).toMatchObject({ filesize, filesize_approx });
  });

  it('never exposes the headers for the source', () => {
    const secret = { headers: { cookie: 'session=secret', referer: 'https://secret.example/' } };
    expect(
      JSON.stringify(wire([picture(secret), sound(secret), sourceFormat(secret)])),
    ).not.toContain('secret');
  });

  it.each([
    'youtube-1',
    'twitter-1',
    'tiktok-1',
    'bilibili-1',
    'vimeo-1',
    'soundcloud-2',
    'twitch-1',
  ])('%s: has rows that match the contract, and a task only for those that need one', (page) => {
    for (const row of wire(recordedInfo(page).formats)) {
      expect(formatSchema.safeParse(row).success).toBe(true);
      expect('task_id' in row).toBe(row.kind !== 'direct');
      expect('audio_format_id' in row).toBe(row.kind === 'merge');
    }
  });
});

it('names the file for each host and title', () => {
  const [offer] = offersOf(sourceInfo([sound({ abr: 128 })]));
  const name = (title: string, host: string): string | undefined =>
    offer && toFormat(offer, { platform: null, title }, { offerId: '', host }).filename;
  const asked = [
    ['Song', 'one.example'],
    ['Song', 'one.example'],
    ['Song', 'two.example'],
    ['Other', 'two.example'],
  ] as const;
  expect(asked.map(([title, host]) => name(title, host))).toEqual([
    'one.example_Song_128kbps.m4a',
    'one.example_Song_128kbps.m4a',
    'two.example_Song_128kbps.m4a',
    'two.example_Other_128kbps.m4a',
  ]);
});

describe('fileNameOf', () => {
  const [offer] = offersOf(sourceInfo([sound({ abr: 128 })]));

  it.each([
    ['x'.repeat(5000)],
    ['😀'.repeat(500)],
    ['日本語'.repeat(500)],
    ['../../etc/passwd'],
    ['a\u0000b\r\nc\u202Egpj.exe'],
    [''],
    ['CON'],
  ])('limits %j to 255 bytes and one path segment', (title) => {
    for (const platform of [null, ...PLATFORMS]) {
      const name = offer && fileNameOf(namePartsOf(offer, { platform, title }), 'h'.repeat(253));
      expect(Buffer.byteLength(name ?? '')).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}\u202E]+\.m4a$/u);
    }
  });

  it('includes the bitrate of audio', () => {
    const parts = offer && namePartsOf(offer, { platform: null, title: 'Song' });
    expect(parts && fileNameOf(parts, 'dipper.example:3000')).toBe(
      'dipper.example_Song_128kbps.m4a',
    );
  });
});
