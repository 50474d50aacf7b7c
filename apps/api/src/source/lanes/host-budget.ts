import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { Host } from './host.js';
import type { ConnectionRules, HostShare, Lane, ShareOptions } from './host-share.js';
import type { SharedLanes } from './shared-lanes.js';
import type { SpareWish } from './spare-lanes.js';

/**
 * Browsers and download managers open about 4 connections by default (Chromium 6, aria2 5), and
 * aria2 allows at most 16 per server. From a source that limits each connection to 5 MB/s, 613 MB
 * take 8 s over 16 connections and 15 s over 8 (measured, `npm run bench:fetch`).
 */
const RULES: ConnectionRules = { first: 4, max: 16 };

/**
 * Distributes connections ("lanes") to hosts among all parts, segments, streams and tasks of this
 * process, and among processes if there are several (`HostPart`). The rules:
 * - A host starts with 4 lanes. Every 250 ms, the number doubles, up to 16, if all lanes are in use
 * and the host's total rate is 10% higher than at the last increase.
 * - A refusal (403, 429, 503) while other lanes are served halves the number in use. No lane that
 * delivers bytes is cut; nothing new starts until enough lanes have ended. Requests that are
 * refused together count once. More lanes are tried again after 10 s, then 20 s, 40 s …
 * - A `Retry-After` stops new requests to the host for that long.
 * - A free lane goes to the task with the fewest lanes, within that task to the stream with the
 * fewest, and then by `order`. If a waiting task has at least two lanes fewer than another task,
 * the other task gives up a lane at each check, and the part on that lane is resumed later. (With
 * a slow source, waiting for parts to end would take minutes.)
 * - When nothing is waiting, streams may split off more work (`onIdle`) at every check.
 * - A lane that delivers less than 4 KiB/s for 5 s, while the host delivers ten times as much on
 * another lane, is replaced, unless its bytes would be lost. If the lane got no response at all,
 * it also counts as refused.
 * - With several processes, each one opens only its share of lanes. A process that has more gives
 * up one at each check, from streams that have others left. A `Retry-After` applies to all
 * processes, and ends playback in all of them.
 * - Playback while a file is made uses only the connections that tasks leave free (`SpareLanes`).
 *
 * p-queue has a settable concurrency, but no fairness between owners and no hook for a free slot.
 */
export class HostBudget {
  private readonly hosts = new Map<string, Host>();

  /** @param shared divides the lanes among processes; null if this process is the only one. */
  constructor(
    readonly clock: Clock = SYSTEM_CLOCK,
    private readonly shared: SharedLanes | null = null,
  ) {}

  /** @param url any URL of the stream. Only its host (with the port) matters. */
  join(url: string, options: ShareOptions): HostShare {
    return this.hostOf(url, options.rules).join(options);
  }

  /**
   * Waits for a lane that tasks leave free, and works on it. The lane ends with `Interrupted` when
   * a task needs it, or after 15 s if another player is waiting.
   * @param url any URL of the media. Only its host (with the port) matters.
   * @throws whatever the work throws, or the reason of `signal`.
   */
  spare<T>(
    url: string,
    { rules, ...wish }: SpareOptions,
    work: (lane: Lane) => Promise<T>,
  ): Promise<T> {
    return this.hostOf(url, rules).useSpare(wish, work);
  }

  /** The hosts in use, and their lanes: used by tasks, used by players, and waited for by tasks. */
  get counts(): { hosts: number; lanes: Record<'task' | 'player' | 'waiting', number> } {
    const lanes = { task: 0, player: 0, waiting: 0 };
    for (const host of this.hosts.values()) {
      lanes.task += host.lanes.size;
      lanes.player += host.spare.count;
      lanes.waiting += host.waiting.length;
    }
    return { hosts: this.hosts.size, lanes };
  }

  private hostOf(url: string, rules: ConnectionRules | undefined): Host {
    const { host: name } = new URL(url);
    const { clock, shared } = this;
    const about = { name, clock, shared, onEmpty: () => this.hosts.delete(name) };
    const host = this.hosts.get(name) ?? new Host(rules ?? RULES, about);
    this.hosts.set(name, host);
    return host;
  }

  onApplicationShutdown(): void {
    this.shared?.close();
  }
}

interface SpareOptions extends Pick<ShareOptions, 'rules'>, SpareWish {}
