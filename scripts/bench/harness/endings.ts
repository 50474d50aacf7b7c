/** Ends what was started, the latest first. */
export class Endings {
  private readonly all = new Set<() => Promise<void>>();

  /** @returns ends it before the others. */
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
