import { useStore } from '../../../../lib/state/store.js';
import { type ListRun, listRun } from './list-run.js';
import type { Run, Standing } from './run.reducer.js';

/** Returns a list's run and its state. */
export function useListRun(listId: string): {
  readonly run: ListRun;
  readonly busy: Run;
  readonly standings: ReadonlyMap<string, Standing>;
} {
  const run = listRun(listId);
  const busy = useStore(run.state, run.state.get());
  return { run, busy, standings: busy.standings };
}
