import { CHANGES } from './changes.js';
import { DAMAGES } from './damages.js';
import { ENDINGS } from './endings.js';
import type { Kind } from './kind.js';
import { REFUSALS, SLOW } from './refusals.js';
import { SEGMENTS } from './segments.js';

/** Every kind of fault in what a source answers. */
export const KINDS: readonly Kind[] = [
  ...[...ENDINGS, ...CHANGES, ...DAMAGES, ...SEGMENTS, ...REFUSALS],
];

export { SLOW };
