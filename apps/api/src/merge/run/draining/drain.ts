import { setMaxListeners } from 'node:events';

/** How far a process has got with its shutdown, as far as its tasks are concerned. */
export class Drain {
  private readonly beginning = new AbortController();
  private ended = false;

  constructor() {
    // Each wait for a slot adds a listener. Node would warn about a leak.
    setMaxListeners(0, this.beginning.signal);
  }

  /** Aborted once no more tasks are accepted. */
  get signal(): AbortSignal {
    return this.beginning.signal;
  }

  /** True once no more tasks are accepted. */
  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** True once running tasks have been handed back, so that nothing needs to wait anymore. */
  get hasEnded(): boolean {
    return this.ended;
  }

  begin(): void {
    this.beginning.abort();
  }

  end(): void {
    this.begin();
    this.ended = true;
  }
}
