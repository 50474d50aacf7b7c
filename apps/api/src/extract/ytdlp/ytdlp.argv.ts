import { compareVersions } from '../../infra/process/ytdlp-version.js';

interface ArgvInput {
  /** Checked http(s) URL, as `URL.href` wrote it. */
  readonly url: string;
  /** Version of the yt-dlp in use: a flag it does not know would stop it. */
  readonly version: string;
  /** Names of the only extractors to try; undefined: all of them. */
  readonly extractors: readonly string[] | undefined;
  readonly proxyUrl: string;
  readonly cacheDir: string;
}

type Flag = readonly [since: string, ...argv: string[]];

/** Flags that every extraction is run with (guides/extraction.md §5), and the version that knows each. */
const FLAGS: readonly Flag[] = [
  ['2021', '--ignore-config'],
  ['2025.02', '--no-plugin-dirs'],
  ['2022', '--no-update'],
  ['2025.11.12', '--no-remote-components'],
  ['2021', '--dump-single-json'],
  ['2021', '--no-playlist', '--playlist-items', '1'],
  ['2021', '--default-search', 'error'],
  ['2021', '--socket-timeout', '10', '--retries', '2', '--extractor-retries', '1'],
  ['2022', '--no-exec'],
  ['2021.12', '--no-cookies', '--no-cookies-from-browser'],
  ['2021', '--no-write-comments'],
  ['2023.03.03', '--xff', 'never'],
  ['2021', '--no-mark-watched', '--no-warnings', '--no-progress'],
  // Any format will do: a page without one that yt-dlp would pick by itself still has some to show.
  // (--ignore-no-formats-error would hide why there are none: private, removed, not yet shown.)
  ['2021', '--format', 'best*'],
];

/** The argument list of yt-dlp for one page; the URL comes last, behind `--`. */
export function ytdlpArgv({ url, version, extractors, proxyUrl, cacheDir }: ArgvInput): string[] {
  return [
    ...FLAGS.filter(([since]) => compareVersions(version, since) >= 0).flatMap(
      ([, ...argv]) => argv,
    ),
    ...(extractors === undefined || compareVersions(version, '2022.08') < 0
      ? []
      : ['--use-extractors', extractors.join(',')]),
    '--cache-dir',
    cacheDir,
    '--proxy',
    proxyUrl,
    '--',
    url,
  ];
}
