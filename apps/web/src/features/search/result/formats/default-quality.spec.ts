import type { Format, VideoQuality } from '@dipper/contract';
import { format } from '../../../../testing/fixtures.js';
import { atQuality } from './default-quality.js';

const at = (quality: string, changes: Partial<Format> = {}): Format =>
  format({ format_id: quality, quality, recommended: false, ...changes });
const sound = at('', { format_id: 'sound', quality: null, is_audio_only: true });
const all = ['2160p60', '1440p', '1080p60', '1080p', '720p', '480p', '360p', '240p'].map((it) =>
  at(it),
);
const webm = { ext: 'webm', vcodec: 'vp9', acodec: 'opus' };

it.each<[VideoQuality, readonly Format[], string | undefined]>([
  ['4k', all, '2160p60'],
  ['4k', [at('4320p'), ...all], '2160p60'],
  ['1080p', all, '1080p60'],
  ['720p', all, '720p'],
  ['480p', all, '480p'],
  ['360p', all, '360p'],
  // The nearest quality below, otherwise the nearest above.
  ['4k', [at('1440p'), at('720p')], '1440p'],
  ['720p', [at('1080p'), at('480p'), at('360p')], '480p'],
  ['360p', [at('1080p'), at('720p'), at('480p')], '480p'],
  ['360p', [at('720p'), at('240p')], '240p'],
  // These cases fall back to the general recommendation.
  ['auto', all, undefined],
  ['720p', [sound], undefined],
  ['720p', [], undefined],
  ['720p', [at('Original'), at('', { quality: null })], undefined],
  // Some sites name their qualities instead of numbering them.
  ['720p', [at('Original'), at('HD'), at('SD')], 'HD'],
  ['480p', [at('HD'), at('SD')], 'SD'],
  // Formats that nobody wants by default.
  ['720p', [at('720p', { has_audio: false }), at('480p')], '480p'],
  ['720p', [at('720p', { has_audio: false }), at('480p', { has_audio: false })], '720p'],
  ['720p', [at('720p', { hdr: true }), at('480p'), sound], '480p'],
  ['720p', [at('480p'), at('720p', { watermarked: true })], '480p'],
  ['720p', [at('1080p'), at('720p', { language: 'es' })], '1080p'],
  // Several formats of the same resolution.
  ['720p', [at('720p', { ...webm, format_id: 'vp9' }), at('720p')], '720p'],
  ['720p', [at('720p'), at('720p', { ...webm, recommended: true, format_id: 'vp9' })], 'vp9'],
  ['720p', [at('720p60', webm), at('720p', webm)], '720p60'],
])('chooses the format for %s among %j', (quality, formats, id) => {
  expect(atQuality(formats, quality)?.format_id).toBe(id);
});
