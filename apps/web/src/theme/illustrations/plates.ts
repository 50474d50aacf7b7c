/**
 * A brand's plates are drawn in sheets: SVG files with one `<symbol>`, 160 by 120, for each plate. A
 * page loads only its own sheet. The names are: on `home`, the features; on `landing`, the ids of
 * platforms and `podcasts`; on `posts`, the ids of posts; on `states`, `StatePlate`.
 */
export const PLATE_SHEETS = ['home', 'landing', 'posts', 'states'] as const;
export type PlateSheet = (typeof PLATE_SHEETS)[number];

/** The plates of states that have nothing else to show. Their descriptions are in common.json. */
export const STATE_PLATES = [
  ...(['expired', 'failed', 'damaged', 'cancelled'] as const),
  ...(['empty', 'none', 'footprints', 'ripples'] as const),
] as const;
export type StatePlate = (typeof STATE_PLATES)[number];

/** The URL of each of a brand's sheets. */
export type PlateSheets = Readonly<Record<PlateSheet, string>>;
