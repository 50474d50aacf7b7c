import { encode } from 'uqr';

/** The margin around the code. If it is narrower, readers fail on a dark page (ISO/IEC 18004). */
const QUIET_MODULES = 4;

interface QrPath {
  /** Width and height including the margin, in modules. */
  readonly size: number;
  /** The dark modules, as an SVG path. */
  readonly path: string;
}

/**
 * Encodes a text as a QR code.
 * @throws RangeError if the text exceeds the capacity (2,331 bytes)
 */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { size, path: rows.join('') };
}
