import {
  picture,
  recordedInfo,
  sound,
  sourceFormat,
  sourceInfo,
} from '../testing/recorded-page.js';
import type { SourceFormat } from '../source-info.js';
import { isAudioOnly, needsTask } from './offer.js';
import { offersOf } from './offers.js';
import { resolutionText } from './resolution.js';
import { labelOf } from './to-format.js';

const PAGES = [
  'youtube-1',
  'youtube-2',
  'youtube-4',
  'twitter-1',
  'twitter-2-multivideo',
  'facebook-1',
  'instagram-1',
  'vimeo-1',
  'vimeo-2-progressive',
  'bilibili-1',
  'bilibili-2-durl',
  'tiktok-1',
  'xiaohongshu-1',
  'soundcloud-1',
  'soundcloud-2',
  'tunein-1',
  'applepodcasts-1',
  'playerfm-1',
  'qingting-1',
  'ximalaya-1',
  'castbox-ep-generic',
  'xiaoyuzhou-generic',
  'twitch-1',
];
const rowsOf = (...formats: SourceFormat[]): string[] =>
  offersOf(sourceInfo(formats)).map(
    (offer) => `${offer.recommended ? '* ' : ''}${labelOf(offer)} ${offer.main.id}`,
  );

describe.each(PAGES)('the offers of %s', (page) => {
  const offers = offersOf(recordedInfo(page));

  it('include exactly one recommendation', () => {
    expect(offers.filter(({ recommended }) => recommended)).toHaveLength(1);
  });

  it('have one row per resolution, dynamic range, frame rate and container', () => {
    const keys = offers
      .filter((offer) => !isAudioOnly(offer) && resolutionText(offer.main) !== null)
      .map((offer) => `${resolutionText(offer.main)} ${offer.container} ${offer.main.isHdr}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('start with video from large to small, followed by audio and then watermarked rows', () => {
    const ranks = offers.map(({ main }) => (main.watermarked ? 2 : main.video === 'no' ? 1 : 0));
    expect(ranks).toEqual([...ranks].sort());
    const heights = offers
      .filter(({ main }) => main.video !== 'no' && main.height !== null)
      .map(({ main }) => Math.min(main.width ?? Infinity, main.height ?? 0));
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
  });

  it('need a task unless they are plain files', () => {
    expect(
      offers.filter((offer) => !needsTask(offer)).map(({ main }) => main.protocol),
    ).not.toContain('hls');
    expect(offers.every((offer) => needsTask(offer) === (offer.kind !== 'direct'))).toBe(true);
  });
});

describe('the offers of recorded pages', () => {
  it('join video and audio that fit one common container', () => {
    const joined = PAGES.flatMap((page) => offersOf(recordedInfo(page))).filter(
      (offer) => offer.sound !== null,
    );
    expect(joined.length).toBeGreaterThan(20);
    const unfit = joined.filter(
      ({ container, sound: other, main }) =>
        container === 'mkv' || main.audio !== 'no' || other?.video !== 'no',
    );
    expect(unfit).toEqual([]);
  });

  it('join within one family on YouTube: H.264 with AAC, VP9 with Opus', () => {
    const joined = offersOf(recordedInfo('youtube-1')).filter((offer) => offer.sound !== null);
    expect(new Set(joined.map(({ container, sound: a }) => `${container} ${a?.id}`))).toEqual(
      new Set(['mp4 140', 'webm 251']),
    );
  });

  it('merge the mirrors of Xiaohongshu and TikTok', () => {
    expect(offersOf(recordedInfo('xiaohongshu-1')).map(({ main }) => main.id)).toEqual([
      '3',
      '2',
      'direct',
    ]);
    expect(offersOf(recordedInfo('tiktok-1')).map(({ main }) => main.id)).toEqual([
      'bytevc1_720p_1504834-1',
      'play',
      'audio',
      'download',
    ]);
  });
});

describe('offersOf', () => {
  it('keeps high frame rates separate and treats 29.97 as 30', () => {
    const rows = rowsOf(
      picture({ id: 'a', fps: 29.97 }),
      picture({ id: 'b', fps: 30, tbr: 9 }),
      picture({ id: 'c', fps: 60 }),
      picture({ id: 'd', fps: 59.94 }),
      sound(),
    );
    expect(rows).toEqual(['* 720p60 MP4 d', '720p MP4 b', 'Audio M4A 128 kbps a']);
  });

  it('prefers H.264, which more players open', () => {
    expect(
      rowsOf(
        sourceFormat({ id: 'hevc', vcodec: 'hev1', tbr: 900 }),
        sourceFormat({ id: 'avc', tbr: 100 }),
      ),
    ).toEqual(['* 720p MP4 avc']);
  });

  it('lists HDR separately, after the SDR row of the same size', () => {
    expect(
      rowsOf(
        picture({ id: 'sdr', vcodec: 'av01.0.12M.08', tbr: 100 }),
        picture({ id: 'hdr', vcodec: 'av01.0.13M.10', tbr: 900, isHdr: true }),
        picture({ id: 'hevc', vcodec: 'hvc1.2.4', tbr: 900, isHdr: true }),
      ),
    ).toEqual(['* 720p MP4 (no audio) sdr', '720p HDR MP4 (no audio) hevc']);
  });

  it('never recommends HDR if there is an SDR video, however small', () => {
    expect(
      rowsOf(
        sourceFormat({ id: 'hdr', isHdr: true }),
        sourceFormat({ id: 'sdr', width: 426, height: 240 }),
      ),
    ).toEqual(['720p HDR MP4 hdr', '* 240p MP4 sdr']);
    expect(rowsOf(sourceFormat({ id: 'hdr', isHdr: true }))).toEqual(['* 720p HDR MP4 hdr']);
  });

  it('chooses the last of equal formats, which yt-dlp considers the best', () => {
    const unknown = { abr: null, acodec: null, protocol: 'hls', ext: 'mp4' } as const;
    expect(rowsOf(sound({ id: '233', ...unknown }), sound({ id: '234', ...unknown }))).toEqual([
      '* Audio M4A 234',
    ]);
  });

  it('prefers whole files to joins, and joining files to joining segments', () => {
    const [muxed, file, segments] = [
      sourceFormat({ id: 'muxed' }),
      picture({ id: 'file' }),
      picture({ id: 'hls', protocol: 'hls' }),
    ];
    expect(rowsOf(segments, file, muxed, sound())[0]).toBe('* 720p MP4 muxed');
    expect(rowsOf(segments, file, sound())[0]).toBe('* 720p MP4 file');
  });

  it('drops a watermarked video if there is a clean one of its size, and otherwise recommends it last', () => {
    const marked = sourceFormat({ id: 'marked', watermarked: true });
    expect(rowsOf(marked, sourceFormat({ id: 'clean' }))).toEqual(['* 720p MP4 clean']);
    expect(rowsOf(marked, sourceFormat({ id: 'small', width: 480, height: 270 }))).toEqual([
      '* 270p MP4 small',
      '720p MP4 (watermark) marked',
    ]);
    expect(rowsOf(marked)).toEqual(['* 720p MP4 (watermark) marked']);
  });

  it('recognizes mirrors without dimensions by their size', () => {
    const unknown = { width: null, height: null, fps: null };
    expect(
      rowsOf(
        sourceFormat({ id: 'one', sizeBytes: 5000, ...unknown }),
        sourceFormat({ id: 'mirror', sizeBytes: 5000, ...unknown }),
        sourceFormat({ id: 'other', sizeBytes: 9000, ...unknown }),
      ),
    ).toEqual(['* Video MP4 other', 'Video MP4 mirror']);
  });

  it.each([
    [[2160, 1440, 1080], 1080],
    [[1080, 720, 480], 720],
    [[1080, 480], 480],
    [[719], 719],
    [[721, 720], 720],
  ])('from %j, recommends the height %d', (heights, expected) => {
    const formats = heights.map((height) =>
      sourceFormat({ id: String(height), width: height * 2, height }),
    );
    const [chosen] = offersOf(sourceInfo(formats)).filter(({ recommended }) => recommended);
    expect(chosen?.main.height).toBe(expected);
  });

  it('recommends the best container of the smallest video above the target height', () => {
    const rows = rowsOf(
      picture({ id: 'webm', vcodec: 'vp9', ext: 'webm', width: 1920, height: 1080 }),
      picture({ id: 'mp4', width: 1920, height: 1080 }),
      sound({ id: 'm' }),
      sound({ id: 'w', acodec: 'opus', ext: 'webm' }),
    );
    expect(rows.slice(0, 2)).toEqual(['* 1080p MP4 mp4', '1080p WebM webm']);
  });

  it('recommends video with audio over silent video', () => {
    // The page has no separate audio that could be joined.
    expect(
      rowsOf(picture({ id: 'silent' }), sourceFormat({ id: 'whole', width: 320, height: 180 })),
    ).toEqual(['720p MP4 (no audio) silent', '* 180p MP4 whole']);
  });

  it('offers a silent page unchanged', () => {
    const [offer] = offersOf(sourceInfo([picture({ id: 'silent' })]));
    expect(offer).toMatchObject({ kind: 'direct', sound: null, recommended: true });
  });

  it('puts the original language first and drops dubs of the same quality', () => {
    expect(
      rowsOf(
        sound({ id: 'dub', abr: 130 }),
        sound({ id: 'original', abr: 129, languagePreference: 10 }),
      ),
    ).toEqual(['* Audio M4A 129 kbps original']);
  });

  it('has one row for all audio of unknown quality', () => {
    expect(
      rowsOf(sound({ id: 'low', abr: null }), sound({ id: 'high', abr: null, preference: 0.01 })),
    ).toEqual(['* Audio M4A high']);
  });

  it('offers nothing for a page without formats', () => {
    expect(offersOf(sourceInfo([]))).toEqual([]);
  });
});
