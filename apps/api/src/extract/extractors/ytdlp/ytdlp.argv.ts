import { LIMITS } from '@dipper/contract';
import { isHostOf, parseUrl } from '@dipper/media';
import { compareVersions, JS_RUNTIMES_SINCE } from './program/version.js';

interface ArgvInput {
  /** A checked http(s) URL, as returned by `URL.href`. */
  readonly url: string;
  /**
   * The number of the only item to open, starting from 1. If null, yt-dlp reads the page without
   * opening the entries of its list.
   */
  readonly item?: number | null;
  /** The version of yt-dlp, which exits if it does not know a flag. */
  readonly version: string;
  /** The names of the only extractors to try; undefined for all of them. */
  readonly extractors: readonly string[] | undefined;
  /**
   * The `name:path` of the runtime for YouTube's challenges; null to let yt-dlp find one itself.
   */
  readonly jsRuntime: string | null;
  /** True to fetch subtitles even if that takes more requests. */
  readonly subtitles: boolean;
  /** True to include photos, which hides the reason why a page has no formats. */
  readonly photos?: boolean;
  readonly proxyUrl: string;
  readonly cacheDir: string;
  /**
   * A private copy of the operator's cookie file, to which yt-dlp writes back; null for no cookies.
   */
  readonly cookiesFile?: string | null;
  /** The values of --extractor-args from the operator's settings for this site. */
  readonly extractorArgs?: readonly string[];
}

type Flag = readonly [since: string, ...argv: string[]];

/**
 * The flags for every extraction, each with the first release that knows it (from yt-dlp's
 * changelog; tested with 2023.03.04, 2025.04.30, 2026.08.19 and 2026.10.26).
 */
const FLAGS: readonly Flag[] = [
  ['2021', '--ignore-config'],
  ['2025.03.21', '--no-plugin-dirs'],
  ['2022', '--no-update'],
  [JS_RUNTIMES_SINCE, '--no-remote-components'],
  ['2021', '--dump-single-json'],
  ['2021', '--default-search', 'error'],
  ['2021', '--socket-timeout', '10', '--retries', '2', '--extractor-retries', '1'],
  ['2022', '--no-exec'],
  ['2021.12', '--no-cookies-from-browser'],
  ['2021', '--no-write-comments'],
  ['2021', '--no-mark-watched', '--no-warnings', '--no-progress'],
  // Accept any format, because the page may lack the format that yt-dlp would choose but have
  // others. (--ignore-no-formats-error would hide the reason why there are none: private, removed,
  // not released yet.)
  ['2021', '--format', 'best*'],
];

/**
 * The flags for a page that may have photos among its videos. Each photo is an entry without a
 * format, which would otherwise be an error.
 */
const WITH_PHOTOS = ['--ignore-no-formats-error'];

export function ytdlpArgv(input: ArgvInput): string[] {
  const { url, version, extractors, jsRuntime, subtitles, proxyUrl, cacheDir } = input;
  const { cookiesFile = null, extractorArgs = [], item = null } = input;
  const knows = (since: string): boolean => compareVersions(version, since) >= 0;
  return [
    ...FLAGS.filter(([since]) => knows(since)).flatMap(([, ...argv]) => argv),
    // A URL that refers to both an item and its list means the item.
    namesAll(url) ? '--yes-playlist' : '--no-playlist',
    ...(item === null
      ? ['--flat-playlist', '--playlist-items', `1-${LIMITS.listEntries}`]
      : ['--playlist-items', String(item)]),
    ...(input.photos === true ? WITH_PHOTOS : []),
    // Keeps yt-dlp from faking the client's IP address. The flag was renamed in 2023.06.21.
    ...(knows('2023.06.21') ? ['--xff', 'never'] : ['--no-geo-bypass']),
    ...(jsRuntime !== null && knows(JS_RUNTIMES_SINCE) ? ['--js-runtimes', jsRuntime] : []),
    ...(extractors !== undefined && knows('2022.09.01')
      ? ['--use-extractors', extractors.join(',')]
      : []),
    // Some extractors (TikTok's, Vimeo's) fetch subtitles only with this flag. No file is written.
    ...(subtitles ? ['--write-subs'] : []),
    ...(cookiesFile !== null ? ['--cookies', cookiesFile] : []),
    ...(cookiesFile === null && knows('2021.12') ? ['--no-cookies'] : []),
    ...extractorArgs.flatMap((arg) => ['--extractor-args', arg]),
    '--cache-dir',
    cacheDir,
    '--proxy',
    proxyUrl,
    '--',
    url,
  ];
}

/**
 * True for a Bilibili URL without a part number, which means all parts. Even the first part has a
 * number.
 */
function namesAll(url: string): boolean {
  const page = parseUrl(url);
  return (
    page !== null &&
    isHostOf(page.hostname, 'bilibili.com') &&
    page.pathname.startsWith('/video/') &&
    !page.searchParams.has('p')
  );
}
