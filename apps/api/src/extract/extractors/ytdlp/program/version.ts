/**
 * The oldest yt-dlp that does everything we need (and has fixes for advisories up to
 * CVE-2026-55404).
 */
export const YT_DLP_FLOOR = '2026.07.04';

/** The first yt-dlp that uses an external JavaScript runtime for YouTube's challenges. */
export const JS_RUNTIMES_SINCE = '2025.11.12';

export function usesJsRuntime(version: string): boolean {
  return compareVersions(version, JS_RUNTIMES_SINCE) >= 0;
}

/** Compares yt-dlp versions ("2025.04.30", "2026.8.19", nightlies "2026.08.19.123456"). */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) {
      return Math.sign(difference);
    }
  }
  return 0;
}

/**
 * The features that older versions lack and that our own extractors don't provide (source: yt-dlp's
 * changelog).
 */
const SINCE: readonly (readonly [version: string, lacks: string])[] = [
  [JS_RUNTIMES_SINCE, 'YouTube works only partly (no JavaScript runtime support)'],
  ['2026.01.29', 'no TikTok challenge'],
  ['2026.02.21', 'Apple Podcasts does not work (new page format)'],
  ['2026.07.04', 'Instagram is mostly refused, and known security fixes are missing'],
];

/** Describes what a yt-dlp of this version can't do; null if it is new enough. */
export function shortcomingsOf(version: string): string | null {
  const lacks = SINCE.filter(([since]) => compareVersions(version, since) < 0);
  return lacks.length === 0 ? null : lacks.map(([, what]) => what).join('; ');
}

function numbers(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
