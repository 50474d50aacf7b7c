import { RedisScripts } from '../redis/redis-scripts.js';

/** What one run, or one file that has just been published, takes of the volume, bytes. */
export interface Holding {
  /** Of the run or of the file: the same in all processes. */
  readonly name: string;
  /** Promised to it, or on the disk where that is more. */
  readonly held: number;
  /** On the disk. */
  readonly written: number;
}

/** A holding and how long it counts unless it is told again, milliseconds; 0: it is over. */
export interface ToldHolding extends Holding {
  readonly forMs: number;
}

/** Injects a `SharedRoom`; null where there is no Redis, and so no other process. */
export const SHARED_ROOM = Symbol('SharedRoom');

/** Where the processes on one volume tell each other what they hold. */
export interface SharedRoom {
  /** So long after a process was last heard of, what its runs were promised is free again, milliseconds. */
  readonly leaseMs: number;
  /**
   * Tells what has changed or goes on.
   * @returns all that is held by now, by anybody; null while nobody can say. Never rejects, and answers
   *   within a quarter of a second.
   */
  tell(holdings: readonly ToldHolding[]): Promise<Holding[] | null>;
  close(): void;
}

/**
 * One hash with a field for each holding: what it holds, what is written, and when it ends by the
 * clock of Redis. What a killed process held ends by itself.
 */
const TELL = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
for at = 1, #ARGV, 4 do
  local ms = tonumber(ARGV[at + 3])
  if ms == 0 then
    redis.call('HDEL', KEYS[1], ARGV[at])
  else
    redis.call('HSET', KEYS[1], ARGV[at], string.format('%s %s %d', ARGV[at + 1], ARGV[at + 2], now + ms))
  end
end
local held, fields, last = {}, redis.call('HGETALL', KEYS[1]), now
for at = 1, #fields, 2 do
  local bytes, written, ends = string.match(fields[at + 1], '(%d+) (%d+) (%d+)')
  if tonumber(ends) <= now then
    redis.call('HDEL', KEYS[1], fields[at])
  else
    held[#held + 1] = { fields[at], bytes, written }
    last = math.max(last, tonumber(ends))
  end
end
redis.call('PEXPIRE', KEYS[1], last - now)
return held
`;

/** A process says once a second that its runs go on. */
const LEASE_MS = 10_000;

/** The same for all processes on one Redis and one volume. */
export class RedisRoom implements SharedRoom {
  private readonly redis: RedisScripts;

  constructor(
    url: string,
    private readonly volumeId: string,
    readonly leaseMs = LEASE_MS,
  ) {
    this.redis = new RedisScripts(url, 'room on the volume', { tellRoom: TELL });
  }

  async tell(holdings: readonly ToldHolding[]): Promise<Holding[] | null> {
    const values = holdings.flatMap(({ name, held, written, forMs }) => [
      name,
      ...[held, written, forMs].map((count) => Math.max(0, Math.ceil(count))),
    ]);
    const told = await this.redis.run<[name: string, held: string, written: string][]>(
      'tellRoom',
      [`room:${this.volumeId}`],
      ...values,
    );
    return (
      told?.map(([name, held, written]) => ({
        name,
        held: Number(held),
        written: Number(written),
      })) ?? null
    );
  }

  close(): void {
    this.redis.close();
  }
}
