import * as z from 'zod';
import { RedisScripts } from '../../redis/redis-scripts.js';

/** The space held by a run, or by a file that has just been published, in bytes. */
export interface Holding {
  /** The name of the run or file, the same in all processes. */
  readonly name: string;
  /** The reserved bytes, or the written bytes if there are more. */
  readonly held: number;
  /** The number of bytes written to disk. */
  readonly written: number;
}

/**
 * A holding to announce. It expires after `forMs` milliseconds unless it is announced again. 0 ends
 * it immediately.
 */
export interface AnnouncedHolding extends Holding {
  readonly forMs: number;
}

/** Injects a `SharedRoom`; null if there is no Redis, and therefore no other process. */
export const SHARED_ROOM = Symbol('SharedRoom');

/** Announces the space that each process on a volume holds. */
export interface SharedRoom {
  /** After this time, the reservations of a killed process expire, in milliseconds. */
  readonly leaseMs: number;
  /**
   * Announces and renews holdings.
   * @returns the current holdings of all processes; null while they are unavailable. Never rejects,
   * and resolves within a quarter of a second.
   */
  announce(holdings: readonly AnnouncedHolding[]): Promise<Holding[] | null>;
  close(): void;
}

/**
 * A hash with a field for each holding: the bytes held, the bytes written, and when it expires by
 * Redis's clock.
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

/** What each process holds: its name, and two numbers of bytes. */
const toldSchema = z.array(z.tuple([z.string(), z.coerce.number(), z.coerce.number()]));

/** This is long enough, because a process renews its holdings once a second. */
const LEASE_MS = 10_000;

/** Shares the holdings between all processes that use the same Redis and the same volume. */
export class RedisRoom extends RedisScripts implements SharedRoom {
  constructor(
    url: string,
    private readonly volumeId: string,
    readonly leaseMs = LEASE_MS,
  ) {
    super(url, 'disk space', { tellRoom: TELL });
  }

  async announce(holdings: readonly AnnouncedHolding[]): Promise<Holding[] | null> {
    const values = holdings.flatMap(({ name, held, written, forMs }) => [
      name,
      ...[held, written, forMs].map((count) => Math.max(0, Math.ceil(count))),
    ]);
    const told = await this.ask(toldSchema, 'tellRoom', [`room:${this.volumeId}`], ...values);
    return told?.map(([name, held, written]) => ({ name, held, written })) ?? null;
  }
}
