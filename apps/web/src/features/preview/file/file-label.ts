import type { PreviewQuery } from '@dipper/contract';
import { extensionOf, fileTypeName, parseUrl, rateInFilename } from '@dipper/media';

type Facts = Pick<PreviewQuery, 'filename' | 'url' | 'resolution' | 'bitrate' | 'is_audio'>;

/** The parts of a file's label: "720p MP4", "MP3 320 kbps". */
interface FileLabel {
  /** "720p", "1080p60", "HD"; null for audio or if it is unknown. */
  readonly quality: string | null;
  /** "MP4"; null if it is unknown. */
  readonly type: string | null;
  /** In kbit/s; only for audio. */
  readonly bitrate: number | null;
}

/** Extensions in URLs that belong to playlists and pages rather than to media files. */
const NO_FILE = /^(m3u8?|mpd|php|html?|aspx?|json)$/i;

/**
 * Returns the lower-case file type from the filename or, failing that, from the URL; null if
 * neither contains one.
 */
function fileType({ filename, url }: Pick<Facts, 'filename' | 'url'>): string | null {
  const path = parseUrl(url ?? '')?.pathname ?? '';
  const [type] = [filename ?? '', path]
    .map(extensionOf)
    .filter((found) => found !== null && !NO_FILE.test(found));
  return type ?? null;
}

/** Returns the label of the file that a preview's query describes. */
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
