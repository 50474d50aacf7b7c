/** Marks elements in <body> beside the page that a dialog must not make inert. */
export const OVERLAY_ATTRIBUTE = 'data-overlay';
export const OVERLAY_PROPS = { [OVERLAY_ATTRIBUTE]: '' };
