/**
 * A brand's plates are drawn in sheets: SVG files with a 160 by 120 `<symbol>` for each plate. A
 * page loads only its own sheet. The plates are named: on `home`, after the features; on `landing`,
 * after the ids of platforms and `podcasts`; on `posts`, after the ids of posts; on `states`, as in
 * `StatePlate`. `offline` has one plate of that name, and the service worker keeps it.
 */
export const PLATE_SHEETS = ['home', 'landing', 'posts', 'states', 'offline'] as const;
export type PlateSheet = (typeof PLATE_SHEETS)[number];

/** Plates of states that have nothing else to show. Their descriptions are in common.json. */
export const STATE_PLATES = [
  ...(['expired', 'failed', 'damaged', 'cancelled'] as const),
  ...(['empty', 'none', 'footprints', 'ripples'] as const),
] as const;
export type StatePlate = (typeof STATE_PLATES)[number];

export type PlateSheets = Readonly<Record<PlateSheet, string>>;
