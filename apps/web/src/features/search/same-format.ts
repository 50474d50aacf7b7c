import { type Format, type PreviewQuery, taskIdOfStartMerge } from '@dipper/contract';
import { extensionOf, parseUrl, rateInFilename } from '@dipper/media';

/** Rates of the same sound differ by less from one reading to the next; MP3 128, 192 and 320 by more. */
const SAME_RATE = 1.25;

/** What stands between the resolution and the end of a picture's suggested name: its language. */
const SPOKEN = /_\d{3,4}p\d*_([^.]+)\.[a-z0-9]+$/;

/** What an old preview link says of the format that was picked. */
interface FormatWish {
  readonly isAudio: boolean;
  readonly filename: string;
  /** '' where the file's name has none. */
  readonly ext: string;
  readonly resolution: string | null;
  /** kbit/s */
  readonly bitrate: number | null;
  /** Bytes. */
  readonly filesize: number | null;
  /** Host and path of the media itself; null for a task. */
  readonly media: string | null;
  /** Of a picture in another language than the original's. */
  readonly spoken: string;
  /** Two streams were joined, so that it has sound for certain. */
  readonly pair: { readonly video: string; readonly audio: string } | null;
}

/** The same media under another token. */
function mediaPlace(url: string | undefined): string | null {
  const parsed = parseUrl(url ?? '');
  return parsed === null ? null : `${parsed.host}${parsed.pathname}`;
}

function wishOf(query: PreviewQuery): FormatWish {
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

function rateOf(format: Format): number | null {
  return format.bitrate ?? format.tbr ?? format.abr ?? format.vbr;
}

/** How many times one rate is the other, 1 or more; 1 where one is not known. */
function rateDistance(a: number | null, b: number | null): number {
  return a === null || b === null || a <= 0 || b <= 0 ? 1 : Math.max(a / b, b / a);
}

function spokenOf({ language, voice }: Format): string {
  return [language, voice].filter(Boolean).join('_');
}

/** Whether a format is what was picked, as far as the link tells. */
function fits(format: Format, wish: FormatWish): boolean {
  if (format.is_audio_only !== wish.isAudio || (wish.pair !== null && !format.has_audio)) {
    return false;
  }
  if (wish.ext !== '' && format.ext.toLowerCase() !== wish.ext) {
    return false;
  }
  return wish.isAudio
    ? rateDistance(rateOf(format), wish.bitrate) <= SAME_RATE
    : format.resolution === wish.resolution &&
        (wish.spoken === '' || spokenOf(format) === wish.spoken);
}

/** How well a format that fits is met, the first number first; more is better. */
function closeness(format: Format, wish: FormatWish): readonly number[] {
  const { pair } = wish;
  const isPair = format.format_id === pair?.video && format.audio_format_id === pair.audio;
  return [
    wish.media !== null && mediaPlace(format.url) === wish.media,
    isPair,
    format.filename === wish.filename,
    format.filesize !== null && format.filesize === wish.filesize,
    format.has_audio,
    format.language === null,
    !format.watermarked,
    -rateDistance(rateOf(format), wish.bitrate),
  ].map(Number);
}

function byCloseness(wish: FormatWish) {
  return (a: Format, b: Format): number => {
    const [ofA, ofB] = [closeness(a, wish), closeness(b, wish)];
    const at = ofA.findIndex((value, place) => value !== ofB[place]);
    return at === -1 ? 0 : (ofB[at] ?? 0) - (ofA[at] ?? 0);
  };
}

/** Nothing but a source page: whatever is picked would be a guess. */
function saysNothing(wish: FormatWish): boolean {
  return wish.resolution === null && wish.ext === '' && wish.bitrate === null && wish.pair === null;
}

/**
 * The format of a source page, read anew, that an old preview link was about: the same streams by
 * their ids, else the same kind, container and resolution (sound: rate), of several the closest.
 * @param formats best first
 * @returns null where there is none like it: another one is the visitor's choice, not ours
 */
export function sameFormat(query: PreviewQuery, formats: readonly Format[]): Format | null {
  const wish = wishOf(query);
  const ofKind = formats.filter((format) => format.is_audio_only === wish.isAudio);
  const isSilentSource = ofKind.every((format) => !format.has_audio);
  const fitting = ofKind.filter(
    (format) => fits(format, wish) && (format.has_audio || isSilentSource),
  );
  if (saysNothing(wish)) {
    const named = fitting.filter(
      ({ url }) => wish.media !== null && mediaPlace(url) === wish.media,
    );
    return named[0] ?? (ofKind.length === 1 ? (ofKind[0] ?? null) : null);
  }
  return fitting.sort(byCloseness(wish))[0] ?? null;
}
