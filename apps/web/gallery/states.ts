import type { GalleryState, StateGroup } from './state.js';
import { ACCOUNT } from './states/account.js';
import { DONE } from './states/done.js';
import { EXPIRED, FAILED } from './states/failed.js';
import { HOME } from './states/home.js';
import { LIST } from './states/list.js';
import { PAGES } from './states/pages.js';
import { SEARCH_STATES } from './states/search.js';
import { SHARE } from './states/share.js';
import { WAIT } from './states/wait.js';

/** Every state of the gallery, in the order in which a visitor might see them. */
export const GROUPS: readonly StateGroup[] = [
  ...[HOME, SEARCH_STATES, LIST, WAIT, DONE, FAILED, EXPIRED, SHARE, ACCOUNT, PAGES],
];

/** Returns the state with this name. */
export function stateNamed(name: string): GalleryState | undefined {
  return GROUPS.flatMap(({ states }) => states).find((state) => state.name === name);
}
