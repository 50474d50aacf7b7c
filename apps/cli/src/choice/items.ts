/** The selected items of a list. Numbers count from 1. */
export type Items = 'all' | readonly (readonly [first: number, last: number])[];

const RANGE = /^(\d{1,6})(?:(-)(\d{1,6})?)?$/;

/** Parses "1-5", "2,7", "3-" or "all". Numbers count from 1. Null if the text is none of these. */
export function parseItems(text: string): Items | null {
  if (text.trim().toLowerCase() === 'all') {
    return 'all';
  }
  const ranges = text.split(',').map((part) => {
    const found = RANGE.exec(part.trim());
    if (found === null) {
      return null;
    }
    const first = Number(found[1]);
    const last = found[2] === undefined ? first : Number(found[3] ?? Infinity);
    return first >= 1 && first <= last ? ([first, last] as const) : null;
  });
  return ranges.some((range) => range === null) ? null : ranges.filter((range) => range !== null);
}

/** Returns the indexes of the items, from 0, each once, in the order of the list. */
export function indexesOf(items: Items, count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) =>
      items === 'all' || items.some(([first, last]) => first <= index + 1 && index + 1 <= last),
  );
}
