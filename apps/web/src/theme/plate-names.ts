/** The drawings in plates.svg. */
export const PLATES = [
  ...(['river', 'pond', 'shell', 'net', 'footprints'] as const),
  ...(['reeds', 'delta', 'spring', 'beacon', 'stones'] as const),
] as const;
export type PlateName = (typeof PLATES)[number];
