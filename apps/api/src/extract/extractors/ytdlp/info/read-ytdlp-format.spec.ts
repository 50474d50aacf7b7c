import { recordedInfo } from '../../../testing/recorded-page.js';
import type { SourceFormat } from '../../../source-info.js';
import { readYtdlpFormat } from './read-ytdlp-format.js';
import { ytdlpFormatSchema } from './ytdlp.schema.js';

const read = (format: Record<string, unknown>, seconds: number | null = 100): SourceFormat | null =>
  readYtdlpFormat(
    ytdlpFormatSchema.parse({ format_id: '1', url: 'https://cdn.example/f', ...format }),
    seconds,
  );
const recordedFormat = (page: string, id: string): SourceFormat => {
  const found = recordedInfo(page).formats.find((format) => format.id === id);
  if (found === undefined) {
    throw new Error(`${page} has no ${id}`);
  }
  return found;
};

describe('readYtdlpFormat', () => {
  it.each([
    // A stream may be present, absent ('none') or unknown (null, missing or '').
    [{ vcodec: 'avc1', acodec: 'mp4a' }, 'yes', 'yes'],
    [{ vcodec: 'avc1', acodec: 'none' }, 'yes', 'no'],
    [{ vcodec: 'avc1' }, 'yes', 'unknown'],
    [{ vcodec: 'avc1', acodec: '' }, 'yes', 'unknown'],
    [{ vcodec: null, acodec: null }, 'unknown', 'unknown'],
    [{}, 'unknown', 'unknown'],
    [{ vcodec: 'none', acodec: 'mp4a' }, 'no', 'yes'],
    [{ vcodec: 'none' }, 'no', 'yes'],
    [{ ext: 'mp3' }, 'no', 'yes'],
    [{ ext: 'm4a', video_ext: 'm4a' }, 'no', 'yes'],
    [{ ext: 'ogg', vcodec: 'theora' }, 'yes', 'unknown'],
    [{ vcodec: 7, acodec: [] }, 'unknown', 'unknown'],
  ])('for %j, finds video: %s, audio: %s', (format, video, audio) => {
    expect(read(format)).toMatchObject({ video, audio });
  });

  it.each([
    ['a format without streams', { vcodec: 'none', acodec: 'none' }],
    ['a storyboard', { ext: 'mhtml', protocol: 'mhtml' }],
    ['an image', { ext: 'png' }],
    ['an executable', { ext: 'exe', url: 'https://cdn.example/setup.exe' }],
    ['a script', { ext: 'sh' }],
    ['an archive', { ext: 'zip' }],
    ['an HTML page', { ext: 'html' }],
    ['a playlist as a file', { ext: 'm3u8', protocol: 'https' }],
    ['an extension that contains a path', { ext: '../../x' }],
    ['a format marked as unplayable', { preference: -100 }],
    ['RTMP', { protocol: 'rtmp', url: 'rtmp://x.example/a' }],
    ['a websocket', { protocol: 'websocket_frag', url: 'wss://x.example/a' }],
    ['a generator of segments', { protocol: 'http_dash_segments_generator' }],
    ["a protocol named after an object's own property", { protocol: 'constructor' }],
    ['Microsoft Smooth Streaming', { protocol: 'ism' }],
    ['a format without a URL', { url: null }],
    ['a URL of another scheme', { url: 'file:///etc/passwd' }],
    ['an invalid URL', { url: 'https://[x' }],
    ['DASH without segments', { protocol: 'http_dash_segments', fragments: [] }],
    [
      'DASH with a segment of another scheme',
      { protocol: 'http_dash_segments', fragments: [{ url: 'file:///etc/passwd' }] },
    ],
  ])('drops %s', (_, format) => {
    expect(read(format)).toBeNull();
  });

  it.each([
    ["a size from the source's size", { filesize: 5000, filesize_approx: 9000 }, 100, 5000, false],
    ["a size from yt-dlp's estimate", { filesize_approx: 9000.4, tbr: 1 }, 100, 9000, true],
    ['a size from bitrate and duration', { tbr: 800 }, 100, 10_000_000, true],
    ['no size when nothing is given', {}, 100, null, false],
    ['no size from a bitrate without a duration', { tbr: 800 }, null, null, false],
    ['no size from a placeholder', { filesize: 1 }, 100, null, false],
    ['a size just above the minimum', { filesize: 1025 }, 100, 1025, false],
    ['no size at the minimum', { filesize: 1024 }, 100, null, false],
    ['a size of 50 GB', { filesize: 50e9 }, 100, 50e9, false],
    ['no size above 50 GB', { filesize: 50e9 + 1 }, 100, null, false],
    [
      'no size from a rate in the wrong unit, nor from an estimate based on it',
      { tbr: 1_500_000, filesize_approx: 29_812_500_000 },
      159,
      null,
      false,
    ],
    ['a size from 200 Mbit/s', { tbr: 200_000 }, 1, 25_000_000, true],
    ['no negative size', { filesize: -5 }, 100, null, false],
    ['no size from words', { filesize: 'large', tbr: 'fast' }, 100, null, false],
  ])('accepts %s', (...[, format, seconds, sizeBytes, sizeIsEstimate]) => {
    expect(read(format, seconds)).toMatchObject({ sizeBytes, sizeIsEstimate });
  });

  it('keeps only whitelisted headers for the source', () => {
    const http_headers = {
      'User-Agent': 'UA',
      Referer: 'https://site.example/',
      Origin: 'https://site.example',
      'Accept-Language': 'en',
      Accept: '*/*',
      Host: 'internal',
      'X-Forwarded-For': '10.0.0.1',
      Range: 'bytes=0-',
      'Accept-Encoding': 'gzip',
    };
    expect(read({ http_headers })?.headers).toEqual({
      'user-agent': 'UA',
      referer: 'https://site.example/',
      origin: 'https://site.example',
      'accept-language': 'en',
    });
  });

  it.each([
    [{ Referer: 'x\r\nHost: evil' }, {}],
    ['none', {}],
    [{ Referer: 7 }, {}],
    [null, {}],
  ])('keeps %j as %j', (http_headers, headers) => {
    expect(read({ http_headers })?.headers).toEqual(headers);
  });

  it('turns cookies into a header for their own host', () => {
    const cookies = 'a=1; Domain=.cdn.example; Path=/; b=2; Domain=.elsewhere.example';
    expect(read({ cookies })?.headers).toEqual({ cookie: 'a=1' });
  });

  it('resolves DASH segments against their base', () => {
    const fragments = [
      { path: 'init.mp4' },
      { url: 'https://other.example/1.m4s' },
      { path: '2.m4s?x=1' },
    ];
    const format = {
      protocol: 'http_dash_segments',
      fragment_base_url: 'https://cdn.example/v/',
      fragments,
    };
    expect(read(format)?.segments).toEqual([
      'https://cdn.example/v/init.mp4',
      'https://other.example/1.m4s',
      'https://cdn.example/v/2.m4s?x=1',
    ]);
  });

  it.each<[unknown[], unknown]>([
    [
      [undefined, 4, 3.92],
      [null, 4, 3.92],
    ],
    [[undefined, 0, '4'], null],
    [
      [4, -1, 1e9],
      [4, null, null],
    ],
  ])('parses DASH segment durations from %j', (durations, segmentSeconds) => {
    const fragments = durations.map((duration, at) => ({
      url: `https://x.example/${at}`,
      duration,
    }));
    expect(read({ protocol: 'http_dash_segments', fragments })).toMatchObject({ segmentSeconds });
  });

  it.each([
    [{ ext: 'unknown_video' }, { ext: 'mp4' }],
    [{ ext: null }, { ext: 'mp4' }],
    [{ ext: 'php' }, { ext: 'mp4' }],
    [{ ext: 'php', vcodec: 'none' }, { ext: 'm4a' }],
    [{ ext: 'exe', vcodec: 'avc1' }, { ext: 'mp4' }],
    [{ ext: 'exe', acodec: 'opus', vcodec: 'none' }, { ext: 'm4a' }],
    [{ ext: 'exe', protocol: 'm3u8_native' }, { ext: 'mp4' }],
    [{ ext: 'wmv' }, { ext: 'wmv' }],
    [{ url: 'https://CDN.example/a b|c.mp4' }, { url: 'https://cdn.example/a%20b|c.mp4' }],
    [{ url: ' https://cdn.example/é\n.mp4' }, { url: 'https://cdn.example/%C3%A9.mp4' }],
    [
      { quality: 2.5, language: 'en' },
      { quality: 2.5, language: 'en' },
    ],
    [{}, { quality: -1, language: null, isHdr: false }],
    [{ dynamic_range: 'SDR' }, { isHdr: false }],
    [{ dynamic_range: 'HDR10' }, { isHdr: true }],
    [{ dynamic_range: 'HLG' }, { isHdr: true }],
    [{ dynamic_range: 'DV' }, { isHdr: true }],
    [{ format_note: '2160p60 HDR' }, { isHdr: true }],
    [{ format_note: 'HDR', dynamic_range: 'SDR' }, { isHdr: false }],
    [{ vcodec: 'vp9.2' }, { isHdr: true }],
    [{ vcodec: 'vp09.02.51.10' }, { isHdr: true }],
    [{ vcodec: 'vp09.00.51.08' }, { isHdr: false }],
    [{ ext: 'MP4' }, { ext: 'mp4' }],
    [
      { width: 0, height: 0 },
      { width: null, height: null },
    ],
    [
      { width: -1, height: 1e9 },
      { width: null, height: null },
    ],
    [{ fps: 0 }, { fps: null }],
    [
      { abr: 0, vbr: 0, tbr: 0 },
      { abr: null, vbr: null, tbr: null },
    ],
    [{ format_id: 22 }, { id: '22' }],
    [{ format_note: 'watermarked' }, { watermarked: true }],
    [{ format_note: 'Download video, watermarked' }, { watermarked: true }],
    [{ format_note: 'no watermark' }, { watermarked: false }],
    [{ format_note: 'non-watermarked' }, { watermarked: false }],
    [{ preference: -2, source_preference: 10 }, { preference: -1.9 }],
  ])('parses %j as %j', (format, expected) => {
    expect(read(format)).toMatchObject(expected);
  });

  it.each<[string, string, Partial<SourceFormat>]>([
    [
      'twitter-1',
      'http-2176',
      {
        video: 'unknown',
        audio: 'unknown',
        protocol: 'file',
        sizeBytes: 18_853_408,
        sizeIsEstimate: true,
      },
    ],
    ['twitter-1', 'hls-716', { video: 'yes', audio: 'no', protocol: 'hls' }],
    [
      'twitter-1',
      'hls-audio-128000-Audio',
      { video: 'no', audio: 'yes', abr: 128, preference: 0.01 },
    ],
    ['facebook-1', 'hd', { video: 'unknown', audio: 'unknown', width: null, sizeBytes: null }],
    ['vimeo-2-progressive', 'http-720p', { tbr: null, sizeBytes: null }],
    ['xiaohongshu-1', 'direct', { sizeBytes: null, video: 'unknown' }],
    ['tiktok-1', 'download', { watermarked: true, preference: -2 }],
    [
      'youtube-1',
      '137',
      { video: 'yes', audio: 'no', sizeBytes: 80_171_395, sizeIsEstimate: false, abr: null },
    ],
    ['youtube-1', '233', { video: 'no', audio: 'yes', protocol: 'hls', acodec: null }],
    ['soundcloud-1', 'http_mp3_128', { video: 'no', audio: 'yes', abr: 128 }],
    ['twitch-1', 'source', { video: 'unknown', audio: 'unknown', fps: 30 }],
    [
      'bilibili-1',
      '30280',
      {
        headers: expect.objectContaining({
          referer: expect.stringContaining('bilibili.com') as string,
        }) as Record<string, string>,
      },
    ],
  ])('reads the recorded page %s, format %s', (page, id, expected) => {
    expect(recordedFormat(page, id)).toMatchObject(expected);
  });
});
