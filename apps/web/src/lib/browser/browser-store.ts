/**
 * A storage of the browser. It may be blocked (cookies are off), unreadable (the profile is
 * damaged) or full, and may contain anything. Such failures only mean that nothing is stored.
 */
class BrowserStore {
  constructor(private readonly area: 'localStorage' | 'sessionStorage') {}

  /** Returns the text stored under a key; null if there is none. */
  readText(key: string): string | null {
    return this.attempt((storage) => storage.getItem(key));
  }

  /** Stores a text, if the browser allows it. Callers that need to know read it back. */
  writeText(key: string, text: string): void {
    this.attempt((storage) => storage.setItem(key, text));
  }

  /** Returns the JSON stored under a key; null if it is missing or unreadable. */
  read(key: string): unknown {
    return this.attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null') as unknown);
  }

  /** Stores a value as JSON, if the browser allows it. */
  write(key: string, value: unknown): void {
    this.writeText(key, JSON.stringify(value));
  }

  forget(key: string): void {
    this.attempt((storage) => storage.removeItem(key));
  }

  private attempt<Result>(act: (storage: Storage) => Result): Result | null {
    try {
      return act(window[this.area]);
    } catch {
      return null;
    }
  }
}

/** What is stored on this device. */
export const deviceStore = new BrowserStore('localStorage');
/** What is stored in this tab. */
export const tabStore = new BrowserStore('sessionStorage');
