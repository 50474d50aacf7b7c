/** A value that arrives once, and that others can wait for. */
interface LaterValue<T> {
  readonly value: Promise<T>;
  /** Sets the value. Only the first call counts. */
  readonly set: (value: T) => void;
}

export function createLaterValue<T>(): LaterValue<T> {
  let set!: (value: T) => void;
  const value = new Promise<T>((resolve) => {
    set = resolve;
  });
  return { value, set };
}
