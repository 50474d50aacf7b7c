import { randomUUID } from 'node:crypto';
import { RedisScripts } from '../../infra/redis/redis-scripts.js';

/** A process's needs at one host, sent with its request for a part. */
export interface LaneNeed {
  /** Connections that it could use now; at least 1. */
  readonly wanted: number;
  /** Its open connections. */
  readonly held: number;
  /** Maximum number of connections to the host from all processes together. */
  readonly most: number;
  /** Remaining pause that the host requested, milliseconds; 0 for none. */
  readonly pauseMs: number;
}

/** A process's permission at one host until its next request. */
export interface LanePart {
  /**
   * Number of connections, at least 1. It is less than the process has open if some must be given
   * up.
   */
  readonly lanes: number;
  /** Remaining pause that the host requested from any process, milliseconds. */
  readonly pauseMs: number;
  /** Number of processes that use the host, including this one. */
  readonly processes: number;
}

/** Divides the connections to each host among the processes of a deployment. */
export interface SharedLanes {
  /** How long a part stays reserved for a process that doesn't renew it, milliseconds. */
  readonly leaseMs: number;
  /**
   * @returns null while Redis doesn't respond; never rejects, and resolves within a quarter of a
   *   second.
   */
  agree(host: string, need: LaneNeed): Promise<LanePart | null>;
  /** Gives up the part. */
  leave(host: string): void;
  close(): void;
}

/**
 * One hash for each host: a field for each process with what it wants, what it has taken and when its
 * lease ends, and one with the end of the pause that the host requested.
 *
 * If there are enough connections, every process gets what it wants; else those that want most get
 * equal parts (max-min fairness), and the first of them the remainder. No process takes what another
 * still holds, except for a first connection, which each may always have, so that none is starved. The
 * total is `most`, or the number of processes if that is more, and one more for each newcomer until
 * others have given up theirs. Times are from Redis's clock.
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

/** A live process renews several times a second; a killed one loses its connections after this time. */
const LEASE_MS = 5000;

/** Shares lanes among all processes on one Redis. */
export class RedisLanes implements SharedLanes {
  private readonly redis: RedisScripts;
  private readonly process = randomUUID();

  constructor(
    url: string,
    readonly leaseMs = LEASE_MS,
  ) {
    this.redis = new RedisScripts(url, 'connections to sources', {
      agreeOnLanes: AGREE,
      leaveLanes: LEAVE,
    });
  }

  async agree(host: string, need: LaneNeed): Promise<LanePart | null> {
    const { wanted, held, most } = need;
    const pauseMs = Math.ceil(Math.max(0, need.pauseMs));
    const values = [this.process, wanted, held, most, this.leaseMs, pauseMs];
    const said = await this.redis.run<number[]>('agreeOnLanes', [keyOf(host)], ...values);
    const [lanes = 1, left = 0, processes = 1] = said ?? [];
    return said && { lanes, pauseMs: left, processes };
  }

  leave(host: string): void {
    void this.redis.run('leaveLanes', [keyOf(host)], this.process);
  }

  close(): void {
    this.redis.close();
  }
}

function keyOf(host: string): string {
  return `lanes:${host}`;
}
