import { displayDuration } from '@dipper/media';
import { isSomewhere, type Span } from '../../source/client/source-damaged.js';

/** Names and first lines, in English, of the text files that a zip can hold besides its entries. */
export const ZIP_TEXTS = {
  notIncluded: { name: 'Not included.txt', heading: 'These entries could not be included:' },
  damaged: { name: 'Damaged.txt', heading: 'These files are damaged because their originals are:' },
} as const;

/** If there are more damaged places than this, only their number is given. */
const MOST_PLACES = 3;

/**
 * Describes in English where an entry's original is damaged.
 * @param damage in order, without overlaps; empty if the location is unknown.
 */
export function damageSentence(damage: readonly Span[]): string {
  if (damage.length > MOST_PLACES) {
    return `The original is damaged in ${damage.length} places.`;
  }
  if (isSomewhere(damage)) {
    return 'The original is damaged.';
  }
  const places = damage.map(({ from, to }) => {
    const start = displayDuration(Math.floor(from));
    return `${start} to ${to === Infinity ? 'the end' : displayDuration(Math.ceil(to))}`;
  });
  return `The original is damaged at ${places.join(' and ')}.`;
}
