import type { Offer } from './formats/offer.js';
import type { SourceInfo } from './source-info.js';

/** What a task id of an extraction stands for: one row of what its page offered. */
export interface Offered {
  readonly pageUrl: string;
  readonly info: Omit<SourceInfo, 'formats'>;
  readonly offer: Offer;
}
