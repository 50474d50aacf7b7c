/** Marks what stands beside the page in <body>: a dialog leaves it in reach. */
export const OVERLAY_ATTRIBUTE = 'data-overlay';
export const OVERLAY_PROPS = { [OVERLAY_ATTRIBUTE]: '' };
