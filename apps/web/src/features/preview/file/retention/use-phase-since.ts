import { useState } from 'react';
import type { Merge } from '../../../../entities/task/follow/merge.reducer.js';
import { steadyMs } from '../../../../lib/time/steady-ms.js';

/**
 * Returns when the merge entered its phase, in `steadyMs`. The page may show a finished file much
 * later, but the file's remaining lifetime counts from its completion.
 */
export function usePhaseSince({ phase }: Merge): number {
  const [known, setKnown] = useState(() => ({ phase, sinceMs: steadyMs() }));
  if (known.phase !== phase) {
    setKnown({ phase, sinceMs: steadyMs() });
  }
  return known.sinceMs;
}
