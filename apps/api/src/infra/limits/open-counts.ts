/**
 * How many connections or requests each visitor has open. Counted in this process, which holds the
 * visitor's connections.
 */
export class OpenCounts {
  private readonly open = new Map<string, number>();

  of(visitor: string): number {
    return this.open.get(visitor) ?? 0;
  }

  /**
   * Counts one more open connection or request. @returns a function to call once, when it has
   * closed
   */
  add(visitor: string): () => void {
    this.open.set(visitor, this.of(visitor) + 1);
    return () => {
      const left = this.of(visitor) - 1;
      if (left > 0) {
        this.open.set(visitor, left);
      } else {
        this.open.delete(visitor);
      }
    };
  }
}
