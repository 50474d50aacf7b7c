/** Height of a bar during silence, 0-1. */
const LEAST = 0.06;

/**
 * Returns the heights (0-1) of `count` bars for a waveform. Each height is the mean of its peaks,
 * scaled so that the loudest bar is 1. Unscaled, a quiet recording would look like a flat line.
 */
export function waveBars(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0 || count <= 0) {
    return [];
  }
  const means = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    const share = peaks.slice(from, to);
    return share.reduce((sum, peak) => sum + peak, 0) / share.length;
  });
  const loudest = Math.max(...means);
  return means.map((mean) => LEAST + (loudest === 0 ? 0 : ((1 - LEAST) * mean) / loudest));
}

/**
 * Returns the bars as an SVG path of vertical lines around the middle, to be stroked with round
 * caps.
 */
export function wavePath(bars: readonly number[], width: number, height: number): string {
  const step = width / bars.length;
  const room = height - step;
  return bars
    .map((bar, index) => {
      const x = (index + 0.5) * step;
      const half = (bar * room) / 2;
      return `M${x.toFixed(1)} ${(height / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
    })
    .join('');
}
