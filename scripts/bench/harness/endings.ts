/** A stack of clean-up functions, run last in, first out. */
export class Endings {
  private readonly all = new Set<() => Promise<void>>();

  /** @returns a function that runs this one early. */
  add(end: () => unknown): () => Promise<void> {
    const endOnce = async (): Promise<void> => {
      if (this.all.delete(endOnce)) {
        await end();
      }
    };
    this.all.add(endOnce);
    return endOnce;
  }

  async end(): Promise<void> {
    for (const end of [...this.all].reverse()) {
      await end();
    }
  }
}
