import type { PreviewQuery } from '@dipper/contract';
import { fileTypeName, parseUrl } from '@dipper/media';

type Facts = Pick<PreviewQuery, 'filename' | 'url' | 'resolution' | 'bitrate' | 'is_audio'>;

/** What a file is called by its format: "720p MP4", "MP3 320 kbps". */
export interface FileLabel {
  /** "720p", "1080p60", "HD"; null for sound alone, and where it is not known. */
  readonly quality: string | null;
  /** "MP4"; null when unknown. */
  readonly type: string | null;
  /** kbit/s, of sound alone. */
  readonly bitrate: number | null;
}

const EXTENSION = /\.([a-z0-9]{2,5})$/i;
/** Ends of addresses that are no file's: a stream's list, a page. */
const NO_FILE = /^(m3u8?|mpd|php|html?|aspx?|json)$/i;
/** The end of a suggested name of sound (`suggestFilename`). */
const RATE = /_(\d+(?:\.\d+)?)(k|M)bps\.[a-z0-9]+$/;

/** The file type in a file's name, else in its address; lower case, null where neither has one. */
export function fileType({ filename, url }: Pick<Facts, 'filename' | 'url'>): string | null {
  const path = parseUrl(url ?? '')?.pathname ?? '';
  const [type] = [filename ?? '', path]
    .map((name) => EXTENSION.exec(name)?.[1]?.toLowerCase())
    .filter((found) => found !== undefined && !NO_FILE.test(found));
  return type ?? null;
}

/** What the name of a sound file says of its rate, kbit/s; null where it says nothing. */
export function namedRate(filename: string | undefined): number | null {
  const [, value, unit] = RATE.exec(filename ?? '') ?? [];
  return value === undefined ? null : Number(value) * (unit === 'M' ? 1000 : 1);
}

/** What the address of a preview says of the file's format. */
export function fileLabel(query: Facts): FileLabel {
  const isAudio = query.is_audio === 'true';
  const extension = fileType(query);
  const type = extension === null ? null : fileTypeName(extension);
  return isAudio
    ? { quality: null, type, bitrate: namedRate(query.filename) ?? query.bitrate ?? null }
    : { quality: query.resolution ?? null, type, bitrate: null };
}
