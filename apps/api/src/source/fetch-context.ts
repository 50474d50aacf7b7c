import type { EgressService } from '../infra/egress/egress.service.js';

/** What every download of a task works with. */
export interface FetchContext {
  readonly egress: EgressService;
  readonly signal: AbortSignal;
  /** Told how many bytes have arrived since the last call; negative when some were thrown away. */
  readonly onBytes: (count: number) => void;
  /** Told the size of the whole once it is known, bytes; throws when that is more than we make. */
  readonly onTotal: (bytes: number) => void;
  /** Told how long a stream lasts, seconds, where its playlist says; throws when that is more than we make. */
  readonly onDuration: (seconds: number) => void;
  /** Told what the whole will be about; a guess refuses nothing. */
  readonly onEstimate: (bytes: number) => void;
}
