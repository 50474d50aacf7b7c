import type { Format } from '@dipper/contract';

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(avc|h264)/i, 'H.264'],
  [/^(hev|hvc|h265)/i, 'H.265'],
  [/^av01|^av1/i, 'AV1'],
  [/^vp0?9/i, 'VP9'],
  [/^vp0?8/i, 'VP8'],
  [/^mp4a\.(69|6b)|^mp3/i, 'MP3'],
  [/^(mp4a|aac)/i, 'AAC'],
  [/^opus/i, 'Opus'],
  [/^vorbis/i, 'Vorbis'],
  [/^flac/i, 'FLAC'],
  [/^(ac-?3|ec-?3)/i, 'Dolby'],
  [/^pcm/i, 'PCM'],
];

function family(codec: string | null): string[] {
  if (codec === null || codec === 'none') {
    return [];
  }
  const known = FAMILIES.find(([pattern]) => pattern.test(codec));
  return known === undefined ? [] : [known[1]];
}

/** Codecs of a format in the names people know ("H.264 · AAC"); '' when the source does not say. */
export function codecHint({ vcodec, acodec }: Pick<Format, 'vcodec' | 'acodec'>): string {
  return [...family(vcodec), ...family(acodec)].join(' · ');
}
