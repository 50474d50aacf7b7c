/** The format of an earlier download, as a history keeps it. */
export interface FormatWish {
  /** Its source page. */
  readonly url: string;
  readonly isAudio: boolean;
  /** "1080p", "MP3 192 kbps"; null where it is not known. */
  readonly quality: string | null;
}

let wish: FormatWish | null = null;

/** Leaves word for the next result of a page that this is what is wanted of it, once more. */
export function keepFormatWish({ url, isAudio, quality }: FormatWish): void {
  wish = { url, isAudio, quality };
}

/** What is wanted of a page, by any of its links; null where nothing was said about it. */
export function formatWish(links: readonly string[]): FormatWish | null {
  return wish !== null && links.includes(wish.url) ? wish : null;
}
