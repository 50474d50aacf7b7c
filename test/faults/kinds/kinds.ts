import { CHANGES } from './changes.js';
import { DAMAGES } from './damages.js';
import { ENDINGS } from './endings.js';
import { any, type Kind } from './kind.js';
import { REFUSALS, SLOW } from './refusals.js';
import { SEGMENTS } from './segments.js';

/** No fault: a source with any shape and server behavior, served correctly. */
export const NOTHING: Kind = {
  name: 'nothing is wrong',
  fits: any,
  mustBeWhole: true,
  make: () => ({ detail: 'served well', alter: () => null }),
};

export const KINDS: readonly Kind[] = [
  ...[...ENDINGS, ...CHANGES, ...DAMAGES, ...SEGMENTS, ...REFUSALS],
];

export { SLOW };
