import { formatLabel, type LabelParts, type LabelWords } from './format-label.js';

const VIDEO: LabelParts = {
  ext: 'mp4',
  is_audio_only: false,
  has_audio: true,
  quality: '1080p60',
  bitrate: null,
  hdr: false,
  watermarked: false,
};
const AUDIO: LabelParts = { ...VIDEO, ext: 'm4a', is_audio_only: true, quality: null };
const GERMAN: LabelWords = {
  audio: 'Ton',
  video: 'Bild',
  silent: 'ohne Ton',
  watermark: 'Wasserzeichen',
  bitrate: (kbps) => `${kbps} kbit/s`,
};

describe('formatLabel', () => {
  it.each<[LabelParts, english: string, german: string]>([
    [VIDEO, '1080p60 MP4', '1080p60 MP4'],
    [{ ...VIDEO, hdr: true }, '1080p60 HDR MP4', '1080p60 HDR MP4'],
    [{ ...VIDEO, quality: null }, 'Video MP4', 'Bild MP4'],
    [{ ...VIDEO, has_audio: false }, '1080p60 MP4 (no audio)', '1080p60 MP4 (ohne Ton)'],
    [
      { ...VIDEO, quality: 'HD', has_audio: false, watermarked: true },
      'HD MP4 (no audio, watermark)',
      'HD MP4 (ohne Ton, Wasserzeichen)',
    ],
    [AUDIO, 'Audio M4A', 'Ton M4A'],
    [{ ...AUDIO, bitrate: 128 }, 'Audio M4A 128 kbps', 'Ton M4A 128 kbit/s'],
    [{ ...AUDIO, bitrate: 1411 }, 'Audio M4A 1.4 Mbps', 'Ton M4A 1411 kbit/s'],
  ])('labels %j as %j, or %j in German', (parts, english, german) => {
    expect([formatLabel(parts), formatLabel(parts, GERMAN)]).toEqual([english, german]);
  });
});
