/** Compares two scores by their first difference. */
export function compareScores(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * The format with the highest score. Among equal formats, the last one is chosen, because yt-dlp
 * sorts from worst to best, and knows more about them than we do.
 * @returns null if there are no formats
 */
export function highest<Format>(
  formats: readonly Format[],
  scoreOf: (format: Format) => readonly number[],
): Format | null {
  let best: { format: Format; score: readonly number[] } | null = null;
  for (const format of formats) {
    const score = scoreOf(format);
    if (best === null || compareScores(score, best.score) >= 0) {
      best = { format, score };
    }
  }
  return best?.format ?? null;
}
