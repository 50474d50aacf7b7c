import type { SourceFormat } from '../source-info.js';
import type { Container } from './offer.js';

/** Families of containers. Streams of one family can be muxed without re-encoding. */
type Family = 'mp4' | 'webm';

const VIDEO_FAMILY: readonly (readonly [RegExp, readonly Family[]])[] = [
  [/^(avc|h264|hev|hvc|hevc|h265|mp4v|dvh)/i, ['mp4']],
  // Both families accept these codecs, so the audio decides.
  [/^(vp0?9|av0?1)/i, ['mp4', 'webm']],
  [/^vp0?8/i, ['webm']],
];
const AUDIO_FAMILY: readonly (readonly [RegExp, readonly Family[]])[] = [
  [/^(mp4a|aac|mp3|ac-?3|ec-?3|eac3|alac)/i, ['mp4']],
  [/^opus/i, ['webm', 'mp4']],
  [/^vorbis/i, ['webm']],
  // ffmpeg can't write these codecs to MP4: FLAC in MP4 is "experimental", and PCM has no tag.
  [/^(flac|l?pcm|wav)/i, []],
];
/** The container for audio alone. Matroska accepts the codecs that belong to neither family. */
const FAMILY_FILE = { mp4: 'm4a', webm: 'ogg', other: 'mka' } as const;
/**
 * MP3 by name, and by its object types in MP4 (ISO 14496-3: 34; ISO 13818-3: 69; ISO 11172-3: 6B).
 */
const MP3 = /^(mp3|mp4a\.(40\.34|69|6b)$)/i;

/**
 * The families that accept a codec, best first. For an unknown codec, the file's extension decides.
 */
function families(
  codec: string | null,
  ext: string,
  table: readonly (readonly [RegExp, readonly Family[]])[],
): readonly Family[] {
  const named = codec ?? (['flac', 'wav'].includes(ext) ? ext : null);
  const row = named === null ? undefined : table.find(([pattern]) => pattern.test(named));
  const byExtension: Family = ['webm', 'weba', 'opus', 'ogg'].includes(ext) ? 'webm' : 'mp4';
  if (row === undefined) {
    return [byExtension];
  }
  // A codec that both families accept stays in the file's own family if possible.
  return [...row[1]].sort((a, b) => Number(b === byExtension) - Number(a === byExtension));
}

/** The families that accept the video of a format, best first. */
export function pictureFamilies({ vcodec, ext }: SourceFormat): readonly Family[] {
  return families(vcodec, ext, VIDEO_FAMILY);
}

/**
 * How well audio fits a video: 2 if both belong to the same family, 1 if some family accepts both,
 * 0 if only Matroska does.
 */
export function fit(video: SourceFormat, audio: SourceFormat): 0 | 1 | 2 {
  const [ofVideo, ofAudio] = familiesOf(video, audio);
  if (ofVideo[0] === ofAudio[0]) {
    return 2;
  }
  return ofVideo.some((family) => ofAudio.includes(family)) ? 1 : 0;
}

/** The container for two joined streams: Matroska if no family accepts both. */
export function joinedContainer(video: SourceFormat, audio: SourceFormat): Container {
  const [ofVideo, ofAudio] = familiesOf(video, audio);
  return ofVideo.find((family) => ofAudio.includes(family)) ?? 'mkv';
}

export function singleContainer(format: SourceFormat): Container {
  if (format.protocol === 'file') {
    return format.ext;
  }
  if (format.video === 'no') {
    return audioContainer(format);
  }
  return format.acodec === null
    ? (families(format.vcodec, format.ext, VIDEO_FAMILY)[0] ?? 'mp4')
    : joinedContainer(format, format);
}

/**
 * The container for audio. An .m4a file contains AAC, ALAC or AC-3, whatever other codecs sources
 * put into files with that extension.
 */
function audioContainer({ acodec, ext }: SourceFormat): Container {
  const codec = acodec ?? ext;
  if (MP3.test(codec) || ext === 'mp3') {
    return 'mp3';
  }
  if (/^flac/i.test(codec)) {
    return 'flac';
  }
  if (/^(ec-?3|eac3)/i.test(codec)) {
    return 'mp4';
  }
  if (/^(opus|vorbis)/i.test(codec)) {
    return 'ogg';
  }
  return FAMILY_FILE[families(acodec, ext, AUDIO_FAMILY)[0] ?? 'other'];
}

function familiesOf(
  video: SourceFormat,
  audio: SourceFormat,
): [video: readonly Family[], audio: readonly Family[]] {
  return [pictureFamilies(video), families(audio.acodec, audio.ext, AUDIO_FAMILY)];
}
