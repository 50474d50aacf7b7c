import { CHANGES } from './changes.js';
import { DAMAGES } from './damages.js';
import { ENDINGS } from './endings.js';
import { any, type Kind } from './kind.js';
import { REFUSALS, SLOW } from './refusals.js';
import { SEGMENTS } from './segments.js';

/** A source of any shape and manners, served well. */
export const NOTHING: Kind = {
  name: 'nothing is wrong',
  fits: any,
  mustBeWhole: true,
  make: () => ({ detail: 'served well', alter: () => null }),
};

/** Every kind of fault in what a source answers. */
export const KINDS: readonly Kind[] = [
  ...[...ENDINGS, ...CHANGES, ...DAMAGES, ...SEGMENTS, ...REFUSALS],
];

export { SLOW };
