import { englishMeasure, type Measure, withDecimal } from './format-size.js';

const KBPS_PER_MBPS = 1000;

export type BitrateUnit = 'kbps' | 'Mbps';

/**
 * A bitrate for display: in Mbps from 1000 kbps, and otherwise in kbps (specification §5); null if
 * unknown.
 */
export const bitrateParts = (kbps: number): Measure<BitrateUnit> | null => {
  const whole = Math.round(kbps);
  if (!Number.isFinite(whole) || whole <= 0) {
    return null;
  }
  return whole >= KBPS_PER_MBPS
    ? withDecimal(whole / KBPS_PER_MBPS, 'Mbps')
    : { value: whole, unit: 'kbps', decimals: 0 };
};

/** `bitrateParts` in English; '' if unknown. */
export const displayBitrate = (kbps: number): string => {
  const parts = bitrateParts(kbps);
  return parts === null ? '' : englishMeasure(parts);
};

/**
 * A bitrate for a filename: in Mbps above 1000 kbps, and otherwise in kbps (specification §9). As
 * specified, exactly 1000 kbps is treated differently than in a displayed bitrate.
 */
export const bitrateText = (kbps: number): string => {
  const whole = Math.round(kbps);
  if (!Number.isFinite(whole) || whole <= 0) {
    return '';
  }
  return whole > KBPS_PER_MBPS ? `${(whole / KBPS_PER_MBPS).toFixed(1)}Mbps` : `${whole}kbps`;
};
