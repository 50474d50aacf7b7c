import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, errorValuesSchema, isErrorCode } from '@dipper/contract';
import * as z from 'zod';
import { DomainError } from '../../infra/errors/domain-error.js';
import { RedisScripts } from '../../infra/redis/redis-scripts.js';
import { YTDLP_BOUNDS } from '../extractors/ytdlp/run/ytdlp.bounds.js';

/**
 * Claims a link unless it is already claimed. KEYS: the claim. ARGV: the owner and the TTL.
 * @returns the owner of the claim
 */
const TAKE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return ARGV[1] end
return redis.call('GET', KEYS[1])
`;

/**
 * Renews a claim. A claim that expired while its process was blocked is restored, unless another
 * process has the link. KEYS: the claim, and the key that marks the link as wanted. ARGV: the owner
 * and the TTL.
 * @returns 1 if other processes are waiting
 */
const RENEW = `
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] or not owner then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return redis.call('EXISTS', KEYS[2])
`;

/**
 * Looks for the outcome of a read, and marks the link as wanted. KEYS: the claim, the key that
 * marks the link as wanted, and the owner's outcome. ARGV: the owner, and the lifetime of the mark.
 * @returns the outcome; '' while the owner is reading; 'gone' if the owner ended without an outcome
 */
const LOOK = `
local outcome = redis.call('GET', KEYS[3])
if outcome then return outcome end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'gone' end
redis.call('SET', KEYS[2], 1, 'PX', ARGV[2])
return ''
`;

/**
 * Releases a claim. KEYS: the claim and the outcome. ARGV: the owner, the outcome or '', and the
 * lifetime of the outcome.
 */
const END = `
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`;

/** In milliseconds. Tests use shorter times. */
export const CLAIM_TIMES = {
  /**
   * The claim of a killed process expires after this time. Owners renew their claims five times as
   * often.
   */
  ttlMs: 5000,
  lookEveryMs: 250,
  /**
   * How long a read may take: four runs of yt-dlp (for a page of lists and three of these lists),
   * and other requests.
   */
  longestMs: 5 * YTDLP_BOUNDS.deadlineMs,
};

/** Each check marks the link as wanted for the duration of this many checks. */
const WANTED_LOOKS = 10;
/**
 * How long an outcome is kept for waiting processes, in milliseconds. They check several times a
 * second.
 */
const OUTCOME_MS = 10_000;

/** Failures of the reading process rather than the page. Another process may succeed. */
const OWN_FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BUSY',
  'DISK_FULL',
  'EXTRACTOR_MISSING',
  'INTERNAL',
  'UNAVAILABLE',
]);

/**
 * Lets only one of the processes that share a Redis read a link, while the others wait for its
 * outcome.
 */
export class ReadingClaims {
  private readonly redis: RedisScripts;

  /** @param redisUrl undefined to let each process read for itself */
  constructor(
    redisUrl: string | undefined,
    private readonly times = CLAIM_TIMES,
  ) {
    this.redis = new RedisScripts(redisUrl, 'page reads', {
      takeReading: TAKE,
      renewReading: RENEW,
      lookAtReading: LOOK,
      endReading: END,
    });
  }

  /** @param key identifies the link in all processes */
  open(key: string): ReadingClaim {
    return new ReadingClaim(key, this.redis, this.times);
  }

  /** Closes the connection. Claims that are still held expire. */
  onApplicationShutdown(): void {
    this.redis.close();
  }
}

/**
 * One process's part in reading a link. Call `take` first and, while another process has the link,
 * `outcome`.
 */
export class ReadingClaim {
  private readonly id = randomUUID();
  private readonly deadline: number;
  private owner = '';
  private renewing: NodeJS.Timeout | undefined;
  private othersWait = false;

  constructor(
    private readonly key: string,
    private readonly redis: RedisScripts,
    private readonly times: typeof CLAIM_TIMES,
  ) {
    this.deadline = performance.now() + times.longestMs;
  }

  /** True if other processes may also read the link. */
  get isShared(): boolean {
    return this.redis.isConfigured;
  }

  /**
   * Claims the link.
   * @returns false while another process has the link. Also true if Redis does not respond, and
   * after the longest wait; every process then reads for itself.
   */
  async take(): Promise<boolean> {
    if (performance.now() > this.deadline) {
      return true;
    }
    const owner = await this.redis.ask(
      z.string(),
      'takeReading',
      [this.claimKey],
      this.id,
      this.times.ttlMs,
    );
    if (owner === this.id) {
      this.keep();
    }
    this.owner = owner ?? this.id;
    return this.owner === this.id;
  }

  /**
   * Waits for the process that has the link.
   * @returns the extraction's id; null to call `take` again, because the other process died or
   * failed for a reason that concerns only itself, because Redis does not respond, or because the
   * wait was too long
   * @throws DomainError if the read failed; the signal's reason
   */
  async outcome(signal: AbortSignal): Promise<number | null> {
    const { lookEveryMs } = this.times;
    const keys = [this.claimKey, this.wantedKey, this.outcomeKey(this.owner)];
    while (performance.now() < this.deadline) {
      signal.throwIfAborted();
      const said = await this.redis.ask(
        z.string(),
        'lookAtReading',
        keys,
        this.owner,
        lookEveryMs * WANTED_LOOKS,
      );
      if (said !== '') {
        return said === 'gone' ? null : readOutcome(said ?? null);
      }
      // If the signal was aborted, the next iteration throws.
      await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  /** True while this process has the link, from `take` to `end`. */
  get isClaimed(): boolean {
    return this.renewing !== undefined;
  }

  /** True if other processes were waiting for this process at the last renewal. */
  isWanted(): boolean {
    return this.othersWait;
  }

  /**
   * Releases the claim; does nothing if there is none.
   * @param outcome the extraction's id, or the error that was thrown
   */
  async end(outcome: { readonly id: number } | { readonly error: unknown }): Promise<void> {
    if (!this.isClaimed) {
      return;
    }
    clearInterval(this.renewing);
    this.renewing = undefined;
    await this.redis.run(
      'endReading',
      [this.claimKey, this.outcomeKey(this.id)],
      this.id,
      'id' in outcome ? JSON.stringify(outcome) : writeFailure(outcome.error),
      OUTCOME_MS,
    );
  }

  private keep(): void {
    const { ttlMs, longestMs } = this.times;
    const until = performance.now() + longestMs;
    this.renewing = setInterval(() => {
      // A claim for a read that hangs is no longer renewed, so that the waiting processes give up
      // on it.
      if (performance.now() < until) {
        void this.redis
          .run('renewReading', [this.claimKey, this.wantedKey], this.id, ttlMs)
          .then((wanted) => (this.othersWait = wanted === 1));
      }
    }, ttlMs / 5).unref();
  }

  private get claimKey(): string {
    return `reading:${this.key}`;
  }

  private get wantedKey(): string {
    return `${this.claimKey}:wanted`;
  }

  private outcomeKey(owner: string): string {
    return `${this.claimKey}:${owner}`;
  }
}

/** The extraction's id, or the failure. */
const outcomeSchema = z.object({
  id: z.optional(z.number()),
  code: z.optional(z.string()),
  values: z.optional(errorValuesSchema),
  retryAfterSeconds: z.optional(z.number()),
});

/** A failure as JSON for other processes; '' for a failure that concerns only this process. */
function writeFailure(error: unknown): string {
  if (!(error instanceof DomainError) || OWN_FAILURES.has(error.code)) {
    return '';
  }
  const { code, values, retryAfterSeconds } = error;
  return JSON.stringify({ code, values, retryAfterSeconds });
}

/** @returns the extraction's id @throws DomainError if the outcome is a failure */
function readOutcome(text: string | null): number | null {
  if (text === null) {
    return null;
  }
  const { id, code, values, retryAfterSeconds } = outcomeSchema.parse(JSON.parse(text));
  // A newer version may use codes that this version does not know.
  if (code !== undefined && isErrorCode(code)) {
    const cause = 'another process read the page';
    throw new DomainError(code, { cause, values, retryAfterSeconds });
  }
  return id ?? null;
}
