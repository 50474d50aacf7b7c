import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../../infra/env/env.module.js';
import type { ClaimedTask, ClaimLimits } from '../../task/task-records.js';
import { TaskQueueRepository } from '../../task/task-queue.repository.js';
import { RunSlot } from './run-slot.js';
import { Slots } from './slots.js';

/**
 * Maximum number of runs without a slot, for each slot. Limits the disk space and memory that they
 * use.
 */
const AWAY_PER_SLOT = 8;
/** Maximum number of concurrent runs per visitor and per source host, for each slot. */
const SHARE_PER_SLOT = 6;

/** The normal slots, or the extra slot for tasks that take a second or two. */
export type SlotKind = 'any' | 'quick';

type Owner = Pick<ClaimedTask, 'visitor' | 'sourceHost'>;

/**
 * The slots of this worker. At most `MERGE_CONCURRENCY` runs may join files or fetch at a good
 * pace; runs that wait for slow sources give up their slots, within limits. One extra slot is
 * reserved for quick tasks, so that subtitles for a player don't have to wait behind films.
 */
@Injectable()
export class WorkSlots {
  private readonly slots: Slots;
  private readonly quick = new Slots(1);
  private readonly runs = new Map<RunSlot, Owner>();

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MERGE_CONCURRENCY'>,
    private readonly queue: TaskQueueRepository,
  ) {
    this.slots = new Slots(env.MERGE_CONCURRENCY);
  }

  get count(): number {
    return this.env.MERGE_CONCURRENCY;
  }

  /** How many runs have a slot, and how many wait for their source without a slot. */
  get runCounts(): { readonly working: number; readonly away: number } {
    const away = [...this.runs.keys()].filter(({ isAway }) => isAway).length;
    return { working: this.runs.size - away, away };
  }

  /** Waits for a slot for the next task. @throws the signal's reason. */
  take(signal: AbortSignal, slotKind: SlotKind = 'any'): Promise<void> {
    return this.of(slotKind).take('next', signal);
  }

  release(slotKind: SlotKind = 'any'): void {
    this.of(slotKind).release();
  }

  /**
   * Assigns a taken slot to a run, which must call `end` on it.
   * @param left called each time the slot is given up.
   */
  begin({ visitor, sourceHost }: Owner, left: () => void, slotKind: SlotKind = 'any'): RunSlot {
    const slot: RunSlot = new RunSlot(this.of(slotKind), {
      shouldLeave: async () => slotKind === 'any' && (await this.isWantedByOthers()),
      shouldPassOn: async () => this.slots.isWanted || (await this.isWantedByOthers()),
      left,
      over: () => this.runs.delete(slot),
    });
    this.runs.set(slot, { visitor, sourceHost });
    return slot;
  }

  /** The visitors and hosts that have reached their limit of runs in this process. */
  full(): Required<Pick<ClaimLimits, 'exceptVisitors' | 'exceptHosts'>> {
    const owners = [...this.runs.values()];
    const share = this.count * SHARE_PER_SLOT;
    return {
      exceptVisitors: frequent(
        owners.map(({ visitor }) => visitor),
        share,
      ),
      exceptHosts: frequent(
        owners.map(({ sourceHost }) => sourceHost),
        share,
      ),
    };
  }

  private of(slotKind: SlotKind): Slots {
    return slotKind === 'quick' ? this.quick : this.slots;
  }

  private async isWantedByOthers(): Promise<boolean> {
    return this.hasRoomAway() && (await this.queue.isAnyWaiting());
  }

  private hasRoomAway(): boolean {
    return this.runCounts.away < this.count * AWAY_PER_SLOT;
  }
}

function frequent(names: readonly (string | null)[], often: number): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    if (name !== null) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].flatMap(([name, count]) => (count >= often ? [name] : []));
}
