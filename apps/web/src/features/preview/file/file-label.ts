import type { PreviewQuery } from '@dipper/contract';
import { extensionOf, fileTypeName, parseUrl, rateInFilename } from '@dipper/media';

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

/** Ends of addresses that are no file's: a stream's list, a page. */
const NO_FILE = /^(m3u8?|mpd|php|html?|aspx?|json)$/i;

/** The file type in a file's name, else in its address; lower case, null where neither has one. */
export function fileType({ filename, url }: Pick<Facts, 'filename' | 'url'>): string | null {
  const path = parseUrl(url ?? '')?.pathname ?? '';
  const [type] = [filename ?? '', path]
    .map(extensionOf)
    .filter((found) => found !== null && !NO_FILE.test(found));
  return type ?? null;
}

/** What the address of a preview says of the file's format. */
export function fileLabel(query: Facts): FileLabel {
  const isAudio = query.is_audio === 'true';
  const extension = fileType(query);
  const type = extension === null ? null : fileTypeName(extension);
  return isAudio
    ? {
        quality: null,
        type,
        bitrate: rateInFilename(query.filename ?? '') ?? query.bitrate ?? null,
      }
    : { quality: query.resolution ?? null, type, bitrate: null };
}
