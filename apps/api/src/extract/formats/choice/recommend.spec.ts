import { picture, sound, sourceFormat, sourceInfo } from '../../testing/recorded-page.js';
import type { SourceFormat } from '../../source-info.js';
import { offersOf } from '../offers.js';

const sized = (height: number): Partial<SourceFormat> => ({
  width: (height * 16) / 9,
  height,
  id: String(height),
});
const webm = { vcodec: 'vp9', acodec: 'opus', ext: 'webm' };
const unsaid = { vcodec: null, acodec: null, video: 'unknown', audio: 'unknown' } as const;
const nameless = { ...unsaid, width: null, height: null, fps: null };
const silent = (height: number): SourceFormat => picture({ ...sized(height) });

const picked = (formats: readonly SourceFormat[]): string => {
  const marked = offersOf(sourceInfo(formats)).filter((row) => row.recommended || row.reason);
  return marked.map(({ main, reason }) => `${main.id} ${reason}`).join();
};

describe('the recommended row and its reason', () => {
  it.each<[string, SourceFormat[]]>([
    ['720 only_one', [sourceFormat(sized(720))]],
    ['720 plays_everywhere', [sourceFormat(sized(720)), sourceFormat(sized(1080))]],
    ['720 best_picture', [480, 720].map((height) => sourceFormat({ ...sized(height), ...webm }))],
    ['720 usual_quality', [720, 1080].map((height) => sourceFormat({ ...sized(height), ...webm }))],
    [
      'small smallest_whole',
      [
        sourceFormat({ ...sized(1080), ...webm, id: 'small', sizeBytes: 2000 }),
        sourceFormat({ ...sized(2160), ...webm, sizeBytes: 3000 }),
      ],
    ],
    [
      'large first_choice',
      [
        sourceFormat({ ...sized(1080), ...webm, id: 'large', sizeBytes: 4000 }),
        sourceFormat({ ...sized(2160), ...webm, sizeBytes: 3000 }),
      ],
    ],
    ['1080 smallest_whole', [1080, 2160].map((h) => sourceFormat({ ...sized(h), ...webm }))],
    [
      'clean without_watermark',
      [sourceFormat({ ...sized(360), id: 'clean' }), sourceFormat({ watermarked: true })],
    ],
    ['360 only_with_sound', [silent(1080), sourceFormat({ ...sized(360), ...webm })]],
    [
      '480 best_with_sound',
      [
        silent(1080),
        sourceFormat({ ...sized(480), ...webm }),
        sourceFormat({ ...sized(240), ...webm }),
      ],
    ],
    [
      'hd ready_at_once',
      [
        sourceFormat({ ...nameless, id: 'hd' }),
        picture({ ...sized(1080), vcodec: 'av01.0.08M.08' }),
        sound(),
      ],
    ],
    [
      'f ready_at_once',
      [
        sourceFormat(nameless),
        picture({ ...sized(1080), vcodec: 'av01.0.08M.08' }),
        picture(sized(360)),
        sound(),
      ],
    ],
    [
      'b first_choice',
      ['a', 'b'].map((id) =>
        sourceFormat({ ...nameless, id, sizeBytes: id === 'a' ? 2000 : 3000 }),
      ),
    ],
    // A more compatible file may have a quarter fewer pixels, but not a third fewer.
    [
      '540 plays_everywhere',
      [sourceFormat(sized(540)), sourceFormat({ ...sized(720), vcodec: 'hev1' })],
    ],
    [
      '720 best_picture',
      [sourceFormat(sized(480)), sourceFormat({ ...sized(720), vcodec: 'hev1' })],
    ],
    [
      '1080 plays_everywhere',
      [sourceFormat(sized(1080)), sourceFormat({ ...sized(720), ...webm })],
    ],
    ['1080 plays_everywhere', [sourceFormat(sized(240)), sourceFormat(sized(1080))]],
  ])('are %s', (expected, formats) => {
    expect(picked(formats)).toBe(expected);
  });

  it.each<[string, SourceFormat[]]>([
    ['m plays_everywhere', [sound({ id: 'm' }), sound({ id: 'o', acodec: 'opus', ext: 'webm' })]],
    ['m best_sound', [sound({ id: 'm', abr: 160 }), sound({ id: 'p', ext: 'mp3', acodec: 'mp3' })]],
    [
      'o best_sound',
      [sound({ id: 'm', abr: 48 }), sound({ id: 'o', acodec: 'opus', ext: 'webm', abr: 160 })],
    ],
    [
      'o first_choice',
      [
        sound({ id: 'm', abr: null, acodec: null }),
        sound({ id: 'o', abr: null, acodec: 'opus', ext: 'webm' }),
      ],
    ],
    [
      'p plays_everywhere',
      [
        sound({ id: 'p', ext: 'mp3', acodec: 'mp3', abr: 320 }),
        sound({ id: 'f', ext: 'flac', acodec: 'flac', abr: 420 }),
      ],
    ],
  ])('of audio are %s', (expected, formats) => {
    expect(picked(formats)).toBe(expected);
  });

  it.each([
    ['VP9 in WebM', webm],
    ['VP9 in MP4', { vcodec: 'vp09.00.40.08' }],
    ['HEVC', { vcodec: 'hvc1.1.6.L120' }],
    ['10-bit H.264', { vcodec: 'avc1.6e0028' }],
    ['Dolby', { acodec: 'ec-3' }],
    ['unknown codecs', unsaid],
    ['a watermark', { watermarked: true }],
  ])('never claims that %s plays everywhere', (_, changes) => {
    const formats = [360, 720, 1080].map((height) =>
      sourceFormat({ ...sized(height), ...changes }),
    );
    expect(picked(formats)).toMatch(/^720 (?!plays_everywhere)/);
  });
});
