import { RedisScripts } from '../redis/redis-scripts.js';

/** Space held by a run, or by a file that has just been published, bytes. */
export interface Holding {
  /** Name of the run or file, the same in all processes. */
  readonly name: string;
  /** Reserved, or written where that is more. */
  readonly held: number;
  /** Written to disk. */
  readonly written: number;
}

/** A holding to announce. It expires `forMs` milliseconds later unless announced again; 0 ends it. */
export interface AnnouncedHolding extends Holding {
  readonly forMs: number;
}

/** Injects a `SharedRoom`; null where there is no Redis, and so no other process. */
export const SHARED_ROOM = Symbol('SharedRoom');

/** Announces the space that the processes on one volume hold. */
export interface SharedRoom {
  /** Reservations of a killed process expire after this time, milliseconds. */
  readonly leaseMs: number;
  /**
   * Announces and renews holdings.
   * @returns the current holdings of all processes; null while they are unavailable. Never rejects,
   *   and answers within a quarter of a second.
   */
  announce(holdings: readonly AnnouncedHolding[]): Promise<Holding[] | null>;
  close(): void;
}

/**
 * One hash with a field for each holding: bytes held, bytes written, and when it expires by Redis's
 * clock.
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

/** A process renews its holdings once a second. */
const LEASE_MS = 10_000;

/** The same for all processes on one Redis and one volume. */
export class RedisRoom implements SharedRoom {
  private readonly redis: RedisScripts;

  constructor(
    url: string,
    private readonly volumeId: string,
    readonly leaseMs = LEASE_MS,
  ) {
    this.redis = new RedisScripts(url, 'disk space', { tellRoom: TELL });
  }

  async announce(holdings: readonly AnnouncedHolding[]): Promise<Holding[] | null> {
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
