/** The facts that decide where a file plays. Codecs are in RFC 6381 notation; null if unknown. */
export interface PlaybackFacts {
  /** The file type, in lower case and without the dot. */
  readonly ext: string;
  readonly vcodec: string | null;
  readonly acodec: string | null;
  readonly isAudioOnly: boolean;
  readonly hasAudio: boolean;
}

/**
 * `everywhere`: on all current phones, TVs and editors. `iphone`: on Apple's devices and on newer
 * devices from others. `limited`: not in Apple's players. `unknown`: the source reports too little.
 */
export type Playback = 'everywhere' | 'iphone' | 'limited' | 'unknown';

/**
 * H.264 with 8 bits and 4:2:0 (profiles 42, 4D, 58, 64). Hardware decodes neither other profiles
 * nor `avc3`.
 */
const WIDE_VIDEO = /^(avc1?|h\.?264|avc1\.(42|4d|58|64)[0-9a-f]{4}|avc1\.(66|77|88|100)\.\d+)$/i;
/**
 * Apple plays HEVC with the tag `hvc1` (or `dvh1`), but not `hev1` (HLS Authoring Specification,
 * 1.10).
 */
const IPHONE_VIDEO = /^(hvc1|dvh1)(\.|$)/i;
/**
 * The names and numbers of AAC and MP3. `mp4a.a5` and similar numbers stand for Dolby, DTS or Opus
 * in MP4.
 */
const WIDE_AUDIO = /^(aacl?|mp3|mp4a(\.40(\.(0?2|0?5|29|34))?|\.6[6-9b])?)$/i;
/**
 * ALAC and xHE-AAC, which few other devices play, and FLAC (on iPhones since iOS 11) and PCM, which
 * some older devices don't play.
 */
const IPHONE_AUDIO = /^(alac|mp4a\.40\.42|flac|pcm(_\w+)?)$/i;

const WIDE_FILES: ReadonlySet<string> = new Set(['mp4', 'm4a', 'mp3']);
const IPHONE_FILES: ReadonlySet<string> = new Set([...WIDE_FILES, 'm4v', 'mov', 'flac', 'wav']);
const LIMITED_FILES: ReadonlySet<string> = new Set(
  'webm weba mkv mka ogg oga ogv opus flv f4v avi wmv wma'.split(' '),
);

const RANK: readonly Playback[] = ['limited', 'unknown', 'iphone', 'everywhere'];

const ofCodec = (codec: string | null, wide: RegExp, iphone: RegExp): Playback => {
  if (codec === null || codec === '') {
    return 'unknown';
  }
  return wide.test(codec) ? 'everywhere' : iphone.test(codec) ? 'iphone' : 'limited';
};

const ofFile = (ext: string): Playback => {
  if (IPHONE_FILES.has(ext)) {
    return WIDE_FILES.has(ext) ? 'everywhere' : 'iphone';
  }
  return LIMITED_FILES.has(ext) ? 'limited' : 'unknown';
};

/**
 * Determines where a file plays: the most limited result for its container, its video and its
 * audio.
 */
export const playback = (facts: PlaybackFacts): Playback => {
  const { ext, vcodec, acodec, isAudioOnly, hasAudio } = facts;
  const parts = [
    ofFile(ext),
    isAudioOnly ? 'everywhere' : ofCodec(vcodec, WIDE_VIDEO, IPHONE_VIDEO),
    // For MP3, the file type also determines the codec.
    hasAudio
      ? ofCodec(ext === 'mp3' ? (acodec ?? ext) : acodec, WIDE_AUDIO, IPHONE_AUDIO)
      : 'everywhere',
  ] as const;
  return RANK[Math.min(...parts.map((part) => RANK.indexOf(part)))] ?? 'unknown';
};
