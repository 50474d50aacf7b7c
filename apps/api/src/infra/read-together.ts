/**
 * Reads values by key, with one query for all keys requested in the same turn of the event loop. A
 * single caller waits no longer than before, and a thousand concurrent callers cost a few
 * statements instead of a thousand.
 * @param read reads the values of these distinct keys. It may omit those that don't exist. Its
 * error goes to every caller in the batch.
 * @param most how many keys to read in one query
 * @returns the value of a key, read after the call; null if it does not exist
 */
export function readTogether<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  most: number,
): (key: string) => Promise<Value | null> {
  let next: { keys: Set<string>; values: Promise<ReadonlyMap<string, Value>> } | null = null;

  function begin() {
    const keys = new Set<string>();
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (next?.keys === keys) {
        next = null;
      }
      return read([...keys]);
    });
    return { keys, values };
  }

  return async (key) => {
    if (next === null || next.keys.size >= most) {
      next = begin();
    }
    const { keys, values } = next;
    keys.add(key);
    return (await values).get(key) ?? null;
  };
}
