import { type Format, type PreviewQuery, taskIdOfStartMerge } from '@dipper/contract';
import { extensionOf, parseUrl, rateInFilename } from '@dipper/media';
import { rateOf } from '../result/preview-link.js';

/**
 * Between two reads of a page, the bitrate of the same audio differs by less than this ratio. MP3
 * at 128, 192 and 320 kbit/s differs by more.
 */
const SAME_RATE = 1.25;

/**
 * Captures the language between the resolution and the extension in a video's suggested filename.
 */
const SPOKEN = /_\d{3,4}p\d*_([^.]+)\.[a-z0-9]+$/;

/** The chosen format as an old preview link describes it. */
interface FormerFormat {
  readonly isAudio: boolean;
  readonly filename: string;
  /** '' if the filename has no extension. */
  readonly ext: string;
  readonly resolution: string | null;
  /** In kbit/s. */
  readonly bitrate: number | null;
  /** In bytes. */
  readonly filesize: number | null;
  /** Host and path of the media itself; null for a task. */
  readonly media: string | null;
  /** The language of a dubbed video; '' for the original. */
  readonly spoken: string;
  /** The two streams to combine. Such a format always has audio. */
  readonly pair: { readonly video: string; readonly audio: string } | null;
}

/** Identifies media by host and path, because its query contains temporary tokens. */
function mediaPlace(url: string | undefined): string | null {
  const parsed = parseUrl(url ?? '');
  return parsed === null ? null : `${parsed.host}${parsed.pathname}`;
}

function formerOf(query: PreviewQuery): FormerFormat {
  const { filename = '', url, video_format_id: video, audio_format_id: audio } = query;
  const isAudio = query.is_audio === 'true';
  const isTask = url === undefined || taskIdOfStartMerge(url) !== null;
  return {
    isAudio,
    filename,
    ext: extensionOf(filename) ?? '',
    resolution: query.resolution ?? null,
    bitrate: (isAudio ? rateInFilename(filename) : null) ?? query.bitrate ?? null,
    filesize: query.filesize ?? null,
    media: isTask ? null : mediaPlace(url),
    spoken: isAudio ? '' : (SPOKEN.exec(filename)?.[1] ?? ''),
    pair: video && audio ? { video, audio } : null,
  };
}

/** Returns the ratio of two bitrates, at least 1; 1 if either of them is unknown. */
function rateDistance(a: number | null, b: number | null): number {
  return a === null || b === null || a <= 0 || b <= 0 ? 1 : Math.max(a / b, b / a);
}

function spokenOf({ language, voice }: Format): string {
  return [language, voice].filter(Boolean).join('_');
}

/** True if a format matches the link's description. */
function fits(format: Format, former: FormerFormat): boolean {
  if (format.is_audio_only !== former.isAudio || (former.pair !== null && !format.has_audio)) {
    return false;
  }
  if (former.ext !== '' && format.ext.toLowerCase() !== former.ext) {
    return false;
  }
  return former.isAudio
    ? rateDistance(rateOf(format), former.bitrate) <= SAME_RATE
    : format.resolution === former.resolution &&
        (former.spoken === '' || spokenOf(format) === former.spoken);
}

/** Ranks a matching format, compared number by number; higher is better. */
function closeness(format: Format, former: FormerFormat): readonly number[] {
  const { pair } = former;
  const isPair = format.format_id === pair?.video && format.audio_format_id === pair.audio;
  return [
    former.media !== null && mediaPlace(format.url) === former.media,
    isPair,
    format.filename === former.filename,
    format.filesize !== null && format.filesize === former.filesize,
    format.has_audio,
    format.language === null,
    !format.watermarked,
    -rateDistance(rateOf(format), former.bitrate),
  ].map(Number);
}

function byCloseness(former: FormerFormat) {
  return (a: Format, b: Format): number => {
    const [ofA, ofB] = [closeness(a, former), closeness(b, former)];
    const at = ofA.findIndex((value, place) => value !== ofB[place]);
    return at === -1 ? 0 : (ofB[at] ?? 0) - (ofA[at] ?? 0);
  };
}

/** True if the link names only a source page, so that any format would be a guess. */
function saysNothing(former: FormerFormat): boolean {
  return (
    former.resolution === null &&
    former.ext === '' &&
    former.bitrate === null &&
    former.pair === null
  );
}

/**
 * Finds the format that an old preview link describes on a source page that has just been read
 * again: the one with the same stream ids, otherwise the closest one of the same kind, container
 * and resolution (for audio, bitrate).
 * @param formats the formats, best first
 * @returns null without a match, because only the visitor can choose a different format
 */
export function sameFormat(query: PreviewQuery, formats: readonly Format[]): Format | null {
  const former = formerOf(query);
  const ofKind = formats.filter((format) => format.is_audio_only === former.isAudio);
  const isSilentSource = ofKind.every((format) => !format.has_audio);
  const fitting = ofKind.filter(
    (format) => fits(format, former) && (format.has_audio || isSilentSource),
  );
  if (saysNothing(former)) {
    const named = fitting.filter(
      ({ url }) => former.media !== null && mediaPlace(url) === former.media,
    );
    return named[0] ?? (ofKind.length === 1 ? (ofKind[0] ?? null) : null);
  }
  return fitting.sort(byCloseness(former))[0] ?? null;
}
