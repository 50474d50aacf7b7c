import type { ListQuality } from '@dipper/contract';
import {
  picture,
  recordedInfo,
  sound,
  sourceFormat,
  sourceInfo,
} from '../../testing/recorded-page.js';
import type { SourceFormat } from '../../source-info.js';
import { offersOf } from '../offers.js';
import { pickQuality } from './pick-quality.js';

const sized = (height: number, changes: Partial<SourceFormat> = {}): SourceFormat =>
  sourceFormat({ id: String(height), width: (height * 16) / 9, height, ...changes });
const tall = sized(1080, { width: 1080, height: 1920, id: 'tall' });
const nameless = sourceFormat({ id: 'file', width: null, height: null });

const pick = (formats: readonly SourceFormat[], quality: ListQuality): string | null =>
  pickQuality(offersOf(sourceInfo(formats)), quality)?.main.id ?? null;

describe('pickQuality', () => {
  it.each<[ListQuality, string, SourceFormat[]]>([
    ['best', '2160', [2160, 1080, 360].map((height) => sized(height))],
    ['2160p', '1440', [1440, 1080].map((height) => sized(height))],
    ['720p', '480', [2160, 1080, 480].map((height) => sized(height))],
    ['480p', '720', [1080, 720].map((height) => sized(height))],
    ['1080p', 'tall', [tall, sized(480)]],
    ['720p', 'file', [nameless]],
    ['720p', '480', [nameless, sized(480)]],
    ['best', '720', [picture({ id: '1080', width: 1920, height: 1080 }), sized(720)]],
    ['best', '1080', [picture({ id: '1080', width: 1920, height: 1080 }), sound()]],
    ['best', '720', [sized(1080, { watermarked: true }), sized(720)]],
    ['best', '1080', [sized(1080, { watermarked: true })]],
    ['2160p', '1080', [sized(2160, { isHdr: true }), sized(1080)]],
    ['360p', 'a', [sound()]],
    ['sound', 'a', [sized(720), sound(), sound({ id: 'low', abr: 48 })]],
    ['mp3', 'a', [sized(720), sound()]],
    ['sound', '360', [sized(1080), sized(360)]],
    ['sound', 'v', [picture()]],
  ])('for %s, selects the format %s', (quality, id, formats) => {
    expect(pick(formats, quality)).toBe(id);
  });

  it('selects nothing from an empty list', () => {
    expect(pickQuality([], 'best')).toBeNull();
  });

  it('selects the original version of a film in many languages', () => {
    const offers = offersOf(recordedInfo('youtube-8-dubbed'));
    expect(offers.some(({ language }) => language !== null)).toBe(true);
    for (const quality of ['best', '720p', 'sound'] as const) {
      expect(pickQuality(offers, quality)?.language).toBeNull();
    }
  });
});
