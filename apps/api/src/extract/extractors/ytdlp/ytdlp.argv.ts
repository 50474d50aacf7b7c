import { LIMITS } from '@dipper/contract';
import { isHostOf, parseUrl } from '@dipper/media';
import { compareVersions, JS_RUNTIMES_SINCE } from '../../../infra/programs/ytdlp-version.js';

interface ArgvInput {
  /** Checked http(s) URL, as `URL.href` wrote it. */
  readonly url: string;
  /**
   * The only item to open, from 1; null: reads the page and leaves the entries of its list unopened.
   */
  readonly item?: number | null;
  /** Version of the yt-dlp in use: an unknown flag would stop it. */
  readonly version: string;
  /** Names of the only extractors to try; undefined: all of them. */
  readonly extractors: readonly string[] | undefined;
  /** `name:path` of the runtime for YouTube's challenges; null: yt-dlp looks for one itself. */
  readonly jsRuntime: string | null;
  /** Whether to fetch subtitles that take extra requests. */
  readonly subtitles: boolean;
  /** Whether to include photos; hides why a page has no formats. */
  readonly photos?: boolean;
  readonly proxyUrl: string;
  readonly cacheDir: string;
  /** A private copy of the operator's cookie file, which yt-dlp writes back to; null: no cookies. */
  readonly cookiesFile?: string | null;
  /** Values of --extractor-args from the operator's settings for this site. */
  readonly extractorArgs?: readonly string[];
}

type Flag = readonly [since: string, ...argv: string[]];

/**
 * Flags for every extraction, each with the first release that knows it (yt-dlp's changelog; tried on
 * 2023.03.04, 2025.04.30, 2026.08.19 and 2026.10.26).
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
  // Accept any format: a page may lack the format that yt-dlp would choose and still have some to show.
  // (--ignore-no-formats-error would hide why there are none: private, removed, not yet shown.)
  ['2021', '--format', 'best*'],
];

/**
 * Flags for a page that may have photos among its videos: each photo is an entry without a format,
 * which would be an error.
 */
const WITH_PHOTOS = ['--ignore-no-formats-error'];

/** The arguments of yt-dlp for one page; the URL comes last, after `--`. */
export function ytdlpArgv(input: ArgvInput): string[] {
  const { url, version, extractors, jsRuntime, subtitles, proxyUrl, cacheDir } = input;
  const { cookiesFile = null, extractorArgs = [], item = null } = input;
  const knows = (since: string): boolean => compareVersions(version, since) >= 0;
  return [
    ...FLAGS.filter(([since]) => knows(since)).flatMap(([, ...argv]) => argv),
    // A URL that names both an item and its list means the item.
    namesAll(url) ? '--yes-playlist' : '--no-playlist',
    ...(item === null
      ? ['--flat-playlist', '--playlist-items', `1-${LIMITS.listEntries}`]
      : ['--playlist-items', String(item)]),
    ...(input.photos === true ? WITH_PHOTOS : []),
    // Renamed in 2023.06.21. yt-dlp must not fake the client's IP address.
    ...(knows('2023.06.21') ? ['--xff', 'never'] : ['--no-geo-bypass']),
    ...(jsRuntime !== null && knows(JS_RUNTIMES_SINCE) ? ['--js-runtimes', jsRuntime] : []),
    ...(extractors !== undefined && knows('2022.09.01')
      ? ['--use-extractors', extractors.join(',')]
      : []),
    // Some extractors (TikTok's, Vimeo's) fetch subtitles only with this flag. Nothing is written.
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

/** Bilibili: a URL without a part number means all parts, as even the first part has a number. */
function namesAll(url: string): boolean {
  const page = parseUrl(url);
  return (
    page !== null &&
    isHostOf(page.hostname, 'bilibili.com') &&
    page.pathname.startsWith('/video/') &&
    !page.searchParams.has('p')
  );
}
