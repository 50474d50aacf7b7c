import type { ConnectionRules, HostBudget } from './host-budget.js';
import type { SourceClient } from './source-client.js';

/** What every download of a task works with. */
export interface FetchContext {
  readonly client: SourceClient;
  readonly budget: HostBudget;
  /** Stands for the task: hosts are shared out evenly between these. */
  readonly owner: object;
  /** How many connections the stream's platform takes, where that is known. */
  readonly rules?: ConnectionRules | undefined;
  readonly signal: AbortSignal;
  /** Bytes that have arrived since the last call; negative when some were thrown away. */
  readonly onBytes: (count: number) => void;
  /** Size of the whole once it is known, bytes; throws when that is more than we handle. */
  readonly onTotal: (bytes: number) => void;
  /** How long a stream plays, seconds, where its playlist says; throws when that is more than we handle. */
  readonly onDuration: (seconds: number) => void;
  /** About how large the whole will be; refuses nothing. */
  readonly onEstimate: (bytes: number) => void;
}
