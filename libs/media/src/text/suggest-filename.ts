import { graphemes } from './cut-graphemes.js';
import { bitrateText } from './format-bitrate.js';
import { PLATFORMS, type PlatformId } from '../platforms/platforms.js';
import { DIRECTION_MARKS, FILLERS, UNSAFE, ZERO_WIDTH_SPACES } from './unsafe-characters.js';

export interface FilenameParts {
  /** The host name of our site. */
  readonly host: string;
  /** The name of the site from which the media comes. */
  readonly source: string;
  readonly title: string;
  readonly resolution?: string | null | undefined;
  readonly bitrateKbps?: number | null | undefined;
  /** The extension without the dot. If it is missing or not a plain extension, mp4 is used. */
  readonly ext?: string | null | undefined;
  /** Decides the maximum length of the title. */
  readonly platform?: PlatformId | null | undefined;
}

const DEFAULT_EXTENSION = 'mp4';
const EMPTY_NAME = 'download';
const DEFAULT_TITLE_LIMIT = 80;
/**
 * The limits of each part except the title, in characters and bytes. They leave at least 80 bytes
 * for the title.
 */
const PART_LIMIT = 40;
const PART_BYTES = 48;
/** The maximum length of a filename on ext4, APFS, NTFS and others, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/**
 * Characters that none of our file names contains: separators, wildcards, and anything unsafe,
 * invisible or not portable, such as direction marks (which can hide an extension), unassigned code
 * points (which APFS rejects) and private-use characters (to which Samba and Cygwin map forbidden
 * characters). The joiners that scripts and emoji need are kept.
 */
export const UNFIT_FOR_FILENAMES = new RegExp(
  String.raw`[\\/:*?"<>|${UNSAFE}\p{Cn}\p{Co}${ZERO_WIDTH_SPACES}${DIRECTION_MARKS}${FILLERS}]`,
  'gu',
);
const SPACES = /[\s_]+/g;
/**
 * Characters to remove at the edges. A leading dot hides a file, a leading dash looks like an
 * option, and Windows drops a trailing dot.
 */
const EDGES = /^[._-]+|(?<![._-])[._-]+$/g;
/** Names of Windows devices. They are reserved, whatever follows the first dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
const PLAIN_EXTENSION = /^[a-z0-9]{1,8}$/;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

const cleaned = (part: string): string =>
  part
    .normalize('NFC')
    .replace(SPACES, '_')
    .replace(UNFIT_FOR_FILENAMES, '')
    .replace(SPACES, '_')
    .replace(EDGES, '');

const titleLimit = (platform: PlatformId | null | undefined): number =>
  PLATFORMS.find(({ id }) => id === platform)?.fileTitleLimit ?? DEFAULT_TITLE_LIMIT;

const plainExtension = (ext: string | null | undefined): string => {
  const plain = (ext ?? '').toLowerCase().replace(/^\./, '');
  return PLAIN_EXTENSION.test(plain) ? plain : DEFAULT_EXTENSION;
};

const fitting = (title: string, limit: number, maxBytes: number): string => {
  const kept: string[] = [];
  let size = 0;
  for (const character of graphemes(title, limit)) {
    size += bytes(character);
    if (size > maxBytes) {
      break;
    }
    kept.push(character);
  }
  return kept.join('').replace(EDGES, '');
};

const short = (part: string): string => fitting(cleaned(part), PART_LIMIT, PART_BYTES);

/**
 * The suggested name for a download: host, source, title, resolution and bitrate, joined by
 * underscores, and the extension (specification §3, §9). It is never empty, never longer than 255
 * bytes of UTF-8, and valid on Windows, macOS, Linux and Android. If the name is too long, only the
 * title is shortened.
 */
export const suggestFilename = (parts: FilenameParts): string => {
  const before = [short(parts.host), short(parts.source)];
  const after = [short(parts.resolution ?? ''), bitrateText(parts.bitrateKbps ?? 0)];
  const extension = `.${plainExtension(parts.ext)}`;
  // Leave room for one more underscore, which may come before a reserved name.
  const others = [...before, ...after, extension].join('_');
  const room = MAX_NAME_BYTES - bytes(others) - 1;
  const title = fitting(cleaned(parts.title), titleLimit(parts.platform), room);
  const stem = [...before, title, ...after].filter((part) => part !== '').join('_');
  const name = (stem || EMPTY_NAME) + extension;
  return RESERVED.test(name) ? `_${name}` : name;
};
