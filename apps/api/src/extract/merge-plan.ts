import type { Container } from './formats/offer.js';
import type { SourceFormat } from './source-info.js';

/** All that is needed to make the file of a task, also after the process that planned it is gone. */
export interface MergePlan {
  readonly pageUrl: string;
  readonly title: string;
  readonly fileName: string;
  readonly container: Container;
  readonly durationSeconds: number | null;
  /** Plays without a picture. */
  readonly isAudio: boolean;
  /** One stream set, or a picture and the sound that is joined to it. */
  readonly main: SourceFormat;
  readonly sound: SourceFormat | null;
}
