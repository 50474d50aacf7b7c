import type { ErrorCode } from '@dipper/contract';
import { recorded, recordedInfo, ytdlpInfo } from '../../../testing/recorded-page.js';
import type { SourceInfo } from '../../../source-info.js';
import type { DomainError } from '../../../../infra/errors/domain-error.js';
import { leastHold, LONGEST_HOLD } from '../../../../infra/testing/hostile-texts.js';
import { MAX_SEGMENT_CHARACTERS } from './read-ytdlp-format.js';
import { readYtdlpInfo, statesDuration } from './read-ytdlp-info.js';

const asked = 'https://asked.example/page';
const read = (name: string, changes: Record<string, unknown> = {}): SourceInfo =>
  readYtdlpInfo(ytdlpInfo(name, changes), asked);
const codeOf = (work: () => unknown): ErrorCode | null => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
};

describe('readYtdlpInfo on recorded pages', () => {
  it.each([
    ['youtube-1', 46, 4],
    ['youtube-2', 42, 3],
    ['youtube-4', 45, 3],
    ['twitter-1', 7, 0],
    ['twitter-2-multivideo', 7, 0],
    ['facebook-1', 5, 0],
    ['instagram-1', 5, 0],
    ['vimeo-1', 4, 0],
    ['vimeo-2-progressive', 2, 0],
    ['bilibili-1', 5, 0],
    ['bilibili-2-durl', 1, 0],
    ['tiktok-1', 7, 2],
    ['xiaohongshu-1', 5, 0],
    ['soundcloud-1', 3, 0],
    ['soundcloud-2', 3, 0],
    ['tunein-1', 1, 0],
    ['applepodcasts-1', 1, 0],
    ['playerfm-1', 1, 0],
    ['qingting-1', 1, 0],
    ['ximalaya-1', 2, 0],
    ['castbox-ep-generic', 1, 0],
    ['xiaoyuzhou-generic', 1, 0],
    ['twitch-1', 1, 0],
  ])('%s: keeps %d formats and drops %d', (name, kept, dropped) => {
    const page = recorded(name);
    const item = ((page['entries'] as Record<string, unknown>[] | undefined) ?? [page])[0] ?? {};
    const given = (item['formats'] as unknown[] | undefined)?.length ?? 1;
    expect([recordedInfo(name).formats.length, given - kept]).toEqual([kept, dropped]);
  });

  it.each<[string, ErrorCode]>([
    ['tunein-2-live', 'LIVE_STREAM'],
    ['youtube-7-playlist', 'NO_MEDIA'],
    // The formats of this page have no URLs.
    ['youtube-5-hdr', 'NO_MEDIA'],
  ])('rejects the recorded page %s with %s', (name, code) => {
    expect(codeOf(() => recordedInfo(name))).toBe(code);
  });

  it('truncates endless text without splitting an emoji', () => {
    const endless = `${'x'.repeat(999)}😀${'y'.repeat(100_000)}`;
    const chapters = [{ title: endless, start_time: 0 }];
    const page = read('vimeo-1', {
      title: endless,
      uploader: endless,
      series: endless,
      description: endless,
      chapters,
    });
    const { title, uploader, series, description } = page;
    const line = 'x'.repeat(999);
    expect([title, uploader, series]).toEqual([line, line, line]);
    expect(page.chapters[0]?.title).toBe(line);
    expect(description).toHaveLength(50_000);
  });

  it('uses another source for the duration only if the page has none', () => {
    const lengthOf = (name: string): number | null =>
      readYtdlpInfo(ytdlpInfo(name), asked, { seconds: 12, live: new Set() }).durationSeconds;
    expect([lengthOf('qingting-1'), lengthOf('twitch-1')]).toEqual([12, 32]);
  });

  it('tells whether yt-dlp itself reports a duration', () => {
    const pages = ['twitch-1', 'qingting-1', 'dash-no-duration'].map((name) => ytdlpInfo(name));
    expect(pages.map(statesDuration)).toEqual([true, false, false]);
  });

  it('drops formats that belong to a live stream, and what they state', () => {
    const { formats } = recorded('dash-no-duration') as { formats: Record<string, unknown>[] };
    const file = { format_id: 'f', ext: 'mp4', url: 'https://x.example/a.mp4', tbr: 500 };
    const info = ytdlpInfo('dash-no-duration', { formats: [...formats, file] });
    const page = readYtdlpInfo(info, asked, { seconds: null, live: new Set(['dash']) });
    expect(page.formats.map(({ id, sizeBytes }) => [id, sizeBytes])).toEqual([['f', null]]);
    expect(page.durationSeconds).toBeNull();
  });

  it('adds up segment durations when nothing else states the duration', () => {
    const seconds = (changes: Record<string, unknown>): number | null =>
      readYtdlpInfo(ytdlpInfo('dash-no-duration', changes), asked).durationSeconds;
    expect(seconds({})).toBe(58.5);
    expect(seconds({ duration: 60 })).toBe(60);
    const { formats } = recorded('dash-no-duration') as { formats: Record<string, unknown>[] };
    const untold = formats.map((format) => ({ ...format, fragments: [{ path: 'a.m4s' }] }));
    expect(seconds({ formats: untold })).toBeNull();
  });

  describe('of a YouTube clip, whose formats are the whole video', () => {
    const clip = { duration: 10.7, section_start: 29, section_end: 39.7 };

    it('takes the duration and the sizes from the video', () => {
      const { formats } = recorded('youtube-1') as { formats: Record<string, unknown>[] };
      const media = formats.filter(({ filesize }) => typeof filesize !== 'number');
      const guessed = media.map((format) => ({ ...format, filesize_approx: 20_000 }));
      const page = read('youtube-1', { ...clip, formats: guessed });
      expect(page.durationSeconds).toBe(212.091);
      const wrong = page.formats.filter(({ sizeBytes }) => sizeBytes === 20_000);
      expect([page.formats.length > 0, wrong]).toEqual([true, []]);
      expect(read('youtube-1', { ...clip, section_start: 0 }).durationSeconds).toBe(212.183);
    });

    it('has no duration if no format states one', () => {
      const url = 'https://rr1.googlevideo.com/videoplayback?dur=none';
      const formats = [{ format_id: '18', ext: 'mp4', url, tbr: 500, filesize_approx: 20_000 }];
      const page = read('youtube-1', { ...clip, formats });
      expect([page.durationSeconds, page.formats[0]?.sizeBytes]).toEqual([null, null]);
      expect(
        readYtdlpInfo(ytdlpInfo('youtube-1', { ...clip, formats }), asked, {
          seconds: 212,
          live: new Set(),
        }).durationSeconds,
      ).toBe(212);
    });
  });

  it('drops thumbnails that the site has upscaled', () => {
    const ids = recordedInfo('youtube-8-dubbed').formats.map(({ id }) => id);
    expect(ids).toContain('137');
    expect(ids).not.toContain('137-sr');
  });

  it('drops storyboards and formats that TikTok itself marks as unplayable', () => {
    expect(recordedInfo('youtube-1').formats.filter(({ id }) => id.startsWith('sb'))).toEqual([]);
    expect(recordedInfo('tiktok-1').formats.filter(({ id }) => id.startsWith('bytevc2'))).toEqual(
      [],
    );
  });

  it.each([
    [
      'applepodcasts-1',
      {
        title: '207 - Whitney Webb Returns',
        durationSeconds: 5369,
        series: 'The Tim Dillon Show',
        episodeNumber: 207,
      },
    ],
    ['tunein-1', { series: 'Lex Fridman Podcast', durationSeconds: 8330, seasonNumber: null }],
    ['qingting-1', { uploader: '马督工', durationSeconds: null }],
    ['twitch-1', { uploader: 'stereotype_', durationSeconds: 32 }],
    ['twitter-2-multivideo', { durationSeconds: 69.314 }],
  ])('reads the metadata of %s', (name, facts) => {
    expect(recordedInfo(name)).toMatchObject(facts);
  });

  it('uses the item itself as a format if it lists none', () => {
    expect(recordedInfo('playerfm-1').formats).toEqual([
      expect.objectContaining({
        ext: 'mp3',
        video: 'no',
        audio: 'yes',
        protocol: 'file',
        sizeBytes: 109_000_000,
      }),
    ]);
  });
});

describe('readYtdlpInfo on manifests whose segment URLs share a prefix', () => {
  const formatsOf = (
    formats: number,
    segments: number,
    base: string,
  ): Record<string, unknown>[] => {
    const fragments = Array.from({ length: segments }, (_, at) => ({ path: `${at}.m4s` }));
    return Array.from({ length: formats }, (_, at) => ({
      ...{ format_id: `v${at}`, url: 'https://x.example/m.mpd', ext: 'mp4', height: 100 + at },
      ...{ protocol: 'http_dash_segments', fragment_base_url: base, fragments },
    }));
  };
  const baseOf = (length: number): string => `https://x.example/${'a'.repeat(length)}/`;

  it.each([
    [5, 20_000, baseOf(4000), 'PAGE_TOO_LARGE'],
    [60, 1000, baseOf(7900), 'PAGE_TOO_LARGE'],
    [1, 25_000, baseOf(700), 'PAGE_TOO_LARGE'],
    // Each of these characters becomes nine in a URL.
    [2, 10_000, `https://x.example/${'€'.repeat(100)}/`, 'PAGE_TOO_LARGE'],
    [20, 250, baseOf(700), null],
    [5, 1000, baseOf(500), null],
  ])(
    'reads %i formats of %i segments each without blocking the event loop or using much memory',
    async (formats, segments, base, code) => {
      const info = ytdlpInfo('dash-no-duration', { formats: formatsOf(formats, segments, base) });
      let [refusal, characters]: [unknown, number] = [null, 0];
      const longest = await leastHold(() => {
        try {
          characters = readYtdlpInfo(info, asked)
            .formats.flatMap((format) => format.segments ?? [])
            .reduce((sum, url) => sum + url.length, 0);
        } catch (error) {
          refusal = (error as DomainError).code;
        }
      });
      expect({ refusal, isMuch: characters > MAX_SEGMENT_CHARACTERS }).toEqual({
        refusal: code,
        isMuch: false,
      });
      expect(characters > 0).toBe(code === null);
      expect(longest).toBeLessThan(LONGEST_HOLD);
    },
  );
});

describe('readYtdlpInfo on unusual pages', () => {
  const bare = { formats: [], url: null };
  const dashOf = (segments: number): Record<string, unknown> => ({
    url: 'https://x.example/m.mpd',
    protocol: 'http_dash_segments',
    fragments: Array.from({ length: segments }, (_, at) => ({ url: `https://x.example/${at}` })),
  });

  it.each<[string, Record<string, unknown>, ErrorCode | null]>([
    ['that is live now', { is_live: true }, 'LIVE_STREAM'],
    ['that is live according to its status', { live_status: 'is_live' }, 'LIVE_STREAM'],
    ["that hasn't begun", { live_status: 'is_upcoming', ...bare }, 'LIVE_UPCOMING'],
    ['that was live once', { live_status: 'was_live' }, null],
    [
      'that is being processed after having been live',
      { live_status: 'post_live', is_live: false },
      null,
    ],
    ['without any of its parts', { _type: 'multi_video', entries: [] }, 'NO_MEDIA'],
    [
      'with an executable in place of a video',
      { formats: [{ url: 'https://x.example/setup.exe', ext: 'exe' }] },
      'NO_MEDIA',
    ],
    ['with more segments than any recording has', { formats: [dashOf(25_001)] }, 'EXTRACT_FAILED'],
    ['with as many segments as allowed', { formats: [dashOf(25_000)] }, null],
    ['without any formats', bare, 'NO_MEDIA'],
    ['whose protected formats yt-dlp left out', { ...bare, _has_drm: true }, 'DRM_PROTECTED'],
    ['that is an empty list', { _type: 'playlist', entries: [] }, 'NO_MEDIA'],
    ['that is a list of failed entries', { _type: 'playlist', entries: [null, null] }, 'NO_MEDIA'],
    [
      'that is a list of unopened pages',
      { _type: 'playlist', entries: [{ _type: 'url', title: 'x', url: 'https://x.example/a' }] },
      'NO_MEDIA',
    ],
    ['whose entries are not a list', { entries: 'many' }, null],
    [
      'with only a storyboard',
      { formats: [{ url: 'https://x.example/s', ext: 'mhtml', vcodec: 'none', acodec: 'none' }] },
      'NO_MEDIA',
    ],
    [
      'with only an RTMP stream',
      { formats: [{ url: 'rtmp://x.example/s', protocol: 'rtmp', ext: 'flv' }] },
      'NO_MEDIA',
    ],
  ])('handles an item %s', (_, changes, code) => {
    expect(codeOf(() => read('twitter-1', changes))).toBe(code);
  });

  it.each([
    [[true, true], 'DRM_PROTECTED'],
    [[true, false], null],
    [['maybe', true], null],
  ])('rejects a page only if everything is DRM-protected: %j', (flags, code) => {
    const formats = flags.map((has_drm, at) => ({
      format_id: `f${at}`,
      url: `https://x.example/${at}.mp4`,
      has_drm,
    }));
    expect(codeOf(() => read('twitter-1', { formats }))).toBe(code);
  });

  it('uses the first entry that has media', () => {
    const entries = [
      null,
      { title: 'empty' },
      { title: 'good', url: 'https://x.example/a.mp4' },
      { title: 'next', url: 'https://x.example/b.mp4' },
    ];
    expect(read('twitter-2-multivideo', { entries }).title).toBe('good');
  });

  it.each([
    ['232K views | Hussein Adel', 'Hussein Adel'],
    ['1.2M views · 4.1K reactions | Cats | Part 2', 'Cats | Part 2'],
    ['97 reactions · 12 comments | A walk', 'A walk'],
    ['5 views on the war | a lecture', '5 views on the war | a lecture'],
    ['10 views | ', 'Untitled'],
  ])('strips Facebook view counts from the title %j', (title, expected) => {
    expect(read('facebook-1', { title }).title).toBe(expected);
  });

  it.each([
    ['title', '   ', { title: 'Untitled' }],
    ['title', null, { title: 'Untitled' }],
    ['webpage_url', null, { pageUrl: asked }],
    ['duration', -1, { durationSeconds: null }],
    ['duration', '12', { durationSeconds: null }],
    ['duration', 0, { durationSeconds: null }],
    ['uploader', 7, { uploader: null }],
    ['thumbnail', 'javascript:alert(1)', { thumbnailUrl: null }],
    ['thumbnail', 'data:image/png;base64,AA', { thumbnailUrl: null }],
    ['thumbnail', 'https://[x', { thumbnailUrl: null }],
    ['thumbnail', 'https://x.example/i.jpg', { thumbnailUrl: 'https://x.example/i.jpg' }],
    ['thumbnail', 'https://X.example/a b.jpg', { thumbnailUrl: 'https://x.example/a%20b.jpg' }],
    ['webpage_url', 'https://x.example/视频', { pageUrl: 'https://x.example/%E8%A7%86%E9%A2%91' }],
    ['webpage_url', 'javascript:alert(1)', { pageUrl: asked }],
    ['title', 'a\u0000b\uD83D c\uDE00', { title: 'ab\uFFFD c\uFFFD' }],
    ['title', '😀 \u{1F3B5}', { title: '😀 🎵' }],
  ])('parses the field %s with the value %j', (key, value, expected) => {
    expect(read('playerfm-1', { [key]: value })).toMatchObject(expected);
  });

  it('removes characters that a database rejects', () => {
    const spoilt = 'x\u0000\uD800';
    const given = ['title', 'uploader', 'description', 'series'].map((key) => [key, spoilt]);
    const format = {
      format_id: spoilt,
      url: `https://x.example/${spoilt}.mp4`,
      format_note: spoilt,
      vcodec: spoilt,
      language: spoilt,
      http_headers: { Referer: `https://x.example/${spoilt}` },
    };
    const texts = Object.fromEntries(given) as Record<string, string>;
    const page = read('twitter-1', { ...texts, formats: [format] });
    expect(page).toMatchObject({ title: 'x\uFFFD', formats: [{ id: 'x\uFFFD' }] });
    expect(JSON.stringify(page)).not.toMatch(/\\u0000|\\ud[89a-f]/);
  });

  it('falls back to the last thumbnail of a list', () => {
    const thumbnails = [
      { url: 'https://x.example/small.jpg' },
      { url: 'https://x.example/large.jpg' },
    ];
    expect(read('playerfm-1', { thumbnail: null, thumbnails }).thumbnailUrl).toBe(
      'https://x.example/large.jpg',
    );
  });
});
