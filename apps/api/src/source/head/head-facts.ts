/** The facts in the head of a media file. A fact that the head lacks is null. */
export interface HeadFacts {
  /** Duration in seconds. */
  readonly seconds: number | null;
  /** As shown, pixels. */
  readonly width: number | null;
  readonly height: number | null;
}
