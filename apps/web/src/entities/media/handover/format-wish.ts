/** The format of an earlier download, as the history stores it. */
export interface FormatWish {
  /** Its source page. */
  readonly url: string;
  readonly isAudio: boolean;
  /** "1080p", "MP3 192 kbps"; null if unknown. */
  readonly quality: string | null;
}

let wish: FormatWish | null = null;

/** Remembers which format to recommend in the next result of its page. */
export function keepFormatWish({ url, isAudio, quality }: FormatWish): void {
  wish = { url, isAudio, quality };
}

/** The remembered format of a page, by any of its links; null if there is none. */
export function formatWish(links: readonly string[]): FormatWish | null {
  return wish !== null && links.includes(wish.url) ? wish : null;
}
