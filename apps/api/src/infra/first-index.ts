/**
 * Finds the first item for which `holds` is true, by a binary search, because a hostile file may
 * have a million items.
 * @param holds once true for an item, it must be true for all later ones.
 * @returns its index; the number of items if there is none.
 */
export function firstIndex<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as T)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
