import { randomUUID } from 'node:crypto';
import { LimitsRedis } from '../infra/limits/limits-redis.js';

/** What a process says of itself at one host when it asks for its part. */
export interface LaneNeed {
  /** Connections that it could use now; at least 1. */
  readonly wanted: number;
  /** Connections that it has open. */
  readonly held: number;
  /** The most that the host gets from all processes together. */
  readonly most: number;
  /** How long the host has asked to be left alone still, milliseconds; 0 for not. */
  readonly pauseMs: number;
}

/** What a process may do at one host until it asks again. */
export interface LanePart {
  /** Connections; at least 1, and fewer than it has open where it must give some up. */
  readonly lanes: number;
  /** How long the host has asked any process to leave it alone still, milliseconds. */
  readonly pauseMs: number;
  /** Processes that use the host, this one included. */
  readonly processes: number;
}

/** Divides the connections to each host among the processes of a deployment. */
export interface SharedLanes {
  /** How long a part is kept for a process that does not ask again, milliseconds. */
  readonly leaseMs: number;
  /** @returns null while nobody can say; never rejects, and answers within a quarter of a second. */
  agree(host: string, need: LaneNeed): Promise<LanePart | null>;
  /** Gives the part back. */
  leave(host: string): void;
  close(): void;
}

/**
 * One hash for each host: a field for each process with what it wants, what it has taken and when its
 * lease ends, and one with the time until which the host wants no requests.
 *
 * Everybody gets what they want where that is no more than there is; else those who want most get the
 * same (max-min fairness), and the first of them what is left over. Nobody takes what another still
 * holds, but for the first connection, which each process may always have: none can be starved by one
 * that does not let go. So there are `most` in all, or one for each process where these are more; one
 * more for each newcomer until others have given up theirs. Times are by the clock of Redis.
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

/** A process renews several times a second while it is well; a killed one gives its connections back in this time. */
const LEASE_MS = 5000;

/** The same in all processes on one Redis. */
export class RedisLanes implements SharedLanes {
  private readonly redis: LimitsRedis;
  private readonly process = randomUUID();

  constructor(
    url: string,
    readonly leaseMs = LEASE_MS,
  ) {
    this.redis = new LimitsRedis(url, { agreeOnLanes: AGREE, leaveLanes: LEAVE });
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
