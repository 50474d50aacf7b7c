/** What the start of a media file states about it. Each fact is null if it is missing there. */
export interface HeadFacts {
  /** Duration of the file. */
  readonly seconds: number | null;
  /** Dimensions in pixels, as displayed. */
  readonly width: number | null;
  readonly height: number | null;
}
