import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { RedisScripts } from '../../infra/redis/redis-scripts.js';

/** What a process needs at one host, sent with its request for a part. */
export interface LaneNeed {
  /** Number of connections that the process could use now, at least 1. */
  readonly wanted: number;
  /** Number of connections that the process has open. */
  readonly held: number;
  /** Maximum number of connections to the host from all processes together. */
  readonly most: number;
  /** Remainder of the pause that the host requested, in milliseconds; 0 for none. */
  readonly pauseMs: number;
}

/** What a process may do at one host until its next request. */
export interface LanePart {
  /**
   * Number of connections that the process may have open, at least 1. If this is lower than the
   * number that it has open now, it must close some.
   */
  readonly lanes: number;
  /** Remainder of the pause that the host requested from any process, in milliseconds. */
  readonly pauseMs: number;
  /** Number of processes that use the host, including this one. */
  readonly processes: number;
}

/** Divides the connections to each host among the processes of a deployment. */
export interface SharedLanes {
  /** How long a part stays reserved for a process that doesn't renew it, in milliseconds. */
  readonly leaseMs: number;
  /**
   * Requests a part, or renews it.
   * @returns null while Redis doesn't respond. Never rejects, and resolves within a quarter of a
   *   second.
   */
  agree(host: string, need: LaneNeed): Promise<LanePart | null>;
  /** Gives up the part. */
  leave(host: string): void;
  close(): void;
}

/**
 * There is one hash for each host. It has a field for each process (the lanes that it wants, the
 * lanes that it has taken, the end of its lease) and a field with the end of the pause that the
 * host requested.
 *
 * If there are enough lanes, every process gets what it wants. Otherwise, the processes that want
 * most get equal parts (max-min fairness), and the first of them get the remainder. No process
 * takes lanes that another process still holds, except for a first lane, which each process may
 * always have, so that no process is starved. The total is `most`, or the number of processes if
 * that is more, plus one for each new process until the others have given up their surplus. Times
 * are from Redis's clock.
 */
const AGREE = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local me, wanted, held, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local lease, pause = tonumber(ARGV[5]), tonumber(ARGV[6])
local paused, wants, others, sum, mine = now + pause, { wanted }, {}, 0, 0
local fields = redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do
  local name, value = fields[at], fields[at + 1]
  if name == 'paused' then
    paused = math.max(paused, tonumber(value))
  else
    local want, taken, ends = string.match(value, '(%d+) (%d+) (%d+)')
    if tonumber(ends) <= now then
      redis.call('HDEL', KEYS[1], name)
    elseif name == me then
      mine = tonumber(taken)
    else
      wants[#wants + 1] = tonumber(want)
      others[#others + 1] = { tonumber(want), tonumber(taken) }
      sum = sum + tonumber(taken)
    end
  end
end
table.sort(wants)
local left, even = most, most
for at, want in ipairs(wants) do
  local each = left / (#wants - at + 1)
  if want > each then
    even = each
    break
  end
  left = left - want
end
local low, high = math.floor(even), math.ceil(even)
for _, other in ipairs(others) do
  if other[2] < math.min(other[1], low) then high = low end
end
local part = math.min(high, most - sum)
part = math.min(wanted, math.max(part, math.min(mine, low), 1))
redis.call('HSET', KEYS[1], me, string.format('%d %d %d', wanted, math.max(held, part), now + lease))
if paused > now then redis.call('HSET', KEYS[1], 'paused', string.format('%d', paused)) end
redis.call('PEXPIRE', KEYS[1], math.max(lease, paused - now))
return { part, paused - now, #wants }
`;

const LEAVE = `redis.call('HDEL', KEYS[1], ARGV[1])`;

/**
 * A live process renews its part several times a second. A killed process loses its connections
 * after this many milliseconds.
 */
const LEASE_MS = 5000;

/** The part, how long the host is paused in milliseconds, and the number of processes. */
const agreedSchema = z.tuple([z.number(), z.number(), z.number()]);

export class RedisLanes extends RedisScripts implements SharedLanes {
  private readonly process = randomUUID();

  constructor(
    url: string,
    readonly leaseMs = LEASE_MS,
  ) {
    super(url, 'connections to sources', {
      agreeOnLanes: AGREE,
      leaveLanes: LEAVE,
    });
  }

  async agree(host: string, need: LaneNeed): Promise<LanePart | null> {
    const { wanted, held, most } = need;
    const pauseMs = Math.ceil(Math.max(0, need.pauseMs));
    const values = [this.process, wanted, held, most, this.leaseMs, pauseMs];
    const agreed = await this.ask(agreedSchema, 'agreeOnLanes', [keyOf(host)], ...values);
    return agreed && { lanes: agreed[0], pauseMs: agreed[1], processes: agreed[2] };
  }

  leave(host: string): void {
    void this.run('leaveLanes', [keyOf(host)], this.process);
  }
}

function keyOf(host: string): string {
  return `lanes:${host}`;
}
