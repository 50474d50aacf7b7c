import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, type ErrorValues, isErrorCode } from '@dipper/contract';
import { DomainError } from '../../infra/http/domain-error.js';
import { RedisScripts } from '../../infra/redis/redis-scripts.js';
import { YTDLP_BOUNDS } from '../extractors/ytdlp/run/ytdlp.bounds.js';

/** KEYS claim. ARGV owner, TTL. Takes a link that nobody has. @returns who has it then */
const TAKE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return ARGV[1] end
return redis.call('GET', KEYS[1])
`;

/**
 * KEYS claim, wanted. ARGV owner, TTL. A claim that has lapsed while its owner was held up is taken
 * again, unless another has it by then. @returns 1 while others wait for the link
 */
const RENEW = `
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] or not owner then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return redis.call('EXISTS', KEYS[2])
`;

/**
 * KEYS claim, wanted, outcome of its owner. ARGV owner, how long this says that somebody waits.
 * @returns the outcome; '' while there is none; 'gone' where there will be none
 */
const LOOK = `
local outcome = redis.call('GET', KEYS[3])
if outcome then return outcome end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'gone' end
redis.call('SET', KEYS[2], 1, 'PX', ARGV[2])
return ''
`;

/** KEYS claim, outcome. ARGV owner, outcome or '', how long it is kept. */
const END = `
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`;

/** Milliseconds; shorter in tests. */
export const CLAIM_TIMES = {
  /** A claim whose owner was killed ends after so long; the owner renews it five times as often. */
  ttlMs: 5000,
  /** How often those who wait look. */
  lookEveryMs: 250,
  /** Longest a reading takes: yt-dlp for a page of lists and three of them, and requests beside. */
  longestMs: 5 * YTDLP_BOUNDS.deadlineMs,
};

/** What a look counts for as somebody who waits, looks. */
const WANTED_LOOKS = 10;
/** An outcome is there for those who waited for it, milliseconds: they look several times a second. */
const OUTCOME_MS = 10_000;

/** Failures of the process that reads, not of the page: another may do better. */
const OWN_FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BUSY',
  'DISK_FULL',
  'EXTRACTOR_MISSING',
  'INTERNAL',
  'UNAVAILABLE',
]);

/** Readings that all processes on one Redis share: of those that want a link, one reads it. */
export class ReadingClaims {
  private readonly redis: RedisScripts | null;

  /** @param redisUrl null: each process reads for itself. */
  constructor(
    redisUrl: string | null,
    private readonly times = CLAIM_TIMES,
  ) {
    this.redis =
      redisUrl === null
        ? null
        : new RedisScripts(redisUrl, 'readings of pages', {
            takeReading: TAKE,
            renewReading: RENEW,
            lookAtReading: LOOK,
            endReading: END,
          });
  }

  /** One process's part in one reading. @param key of the link, the same in all processes. */
  open(key: string): ReadingClaim {
    return new ReadingClaim(key, this.redis, this.times);
  }

  /** What is still claimed lapses. */
  onApplicationShutdown(): void {
    this.redis?.close();
  }
}

/** Asked for with `take` until it is not taken; between, `outcome` waits for the one that reads. */
export class ReadingClaim {
  private readonly id = randomUUID();
  private readonly deadline: number;
  private owner = '';
  private renewing: NodeJS.Timeout | undefined;
  private othersWait = false;

  constructor(
    private readonly key: string,
    private readonly redis: RedisScripts | null,
    private readonly times: typeof CLAIM_TIMES,
  ) {
    this.deadline = performance.now() + times.longestMs;
  }

  /** True while other processes may have read the link. */
  get isShared(): boolean {
    return this.redis !== null;
  }

  /**
   * Claims the link.
   * @returns false while another process has it. While Redis does not answer, and after the longest
   *   wait, everybody reads for themselves.
   */
  async take(): Promise<boolean> {
    if (this.redis === null || performance.now() > this.deadline) {
      return true;
    }
    const owner = await this.redis.run<string>(
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
   * @returns the id of its extraction; null where it has died or ended for a reason of its own, where
   *   Redis does not say, or after the longest wait: ask again.
   * @throws DomainError with which that reading failed; the signal's reason
   */
  async outcome(signal: AbortSignal): Promise<number | null> {
    const { lookEveryMs } = this.times;
    const keys = [this.claimKey, this.wantedKey, this.outcomeKey(this.owner)];
    while (performance.now() < this.deadline) {
      signal.throwIfAborted();
      const said = await this.redis?.run<string>(
        'lookAtReading',
        keys,
        this.owner,
        lookEveryMs * WANTED_LOOKS,
      );
      if (said !== '') {
        return said === 'gone' ? null : readOutcome(said ?? null);
      }
      // Aborted, it says so in the next round.
      await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  /** True from `take` to `end` where the link is mine. */
  get isClaimed(): boolean {
    return this.renewing !== undefined;
  }

  /** Whether other processes wait for a link that is mine, as of the last renewal. */
  isWanted(): boolean {
    return this.othersWait;
  }

  /** Gives a link that is mine back. @param outcome the extraction's id, or what was thrown. */
  end(outcome: { readonly id: number } | { readonly error: unknown }): void {
    if (!this.isClaimed) {
      return;
    }
    clearInterval(this.renewing);
    this.renewing = undefined;
    void this.redis?.run(
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
      // One that hangs is not waited for any more.
      if (performance.now() < until) {
        void this.redis
          ?.run<number>('renewReading', [this.claimKey, this.wantedKey], this.id, ttlMs)
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

/** A failure as other processes are told it; '' for one of this process alone. */
function writeFailure(error: unknown): string {
  if (!(error instanceof DomainError) || OWN_FAILURES.has(error.code)) {
    return '';
  }
  const { code, values, retryAfterSeconds } = error;
  return JSON.stringify({ code, values, retryAfterSeconds });
}

/** @throws DomainError where the outcome is one */
function readOutcome(text: string | null): number | null {
  if (text === null) {
    return null;
  }
  const { id, code, values, retryAfterSeconds } = JSON.parse(text) as {
    id?: number;
    code?: string;
    values?: ErrorValues;
    retryAfterSeconds?: number;
  };
  // A newer version may have failed for a reason that this one does not know.
  if (code !== undefined && isErrorCode(code)) {
    const cause = 'another process read the page';
    throw new DomainError(code, { cause, values, retryAfterSeconds });
  }
  return id ?? null;
}
