import { useEffect, useRef, useState } from 'react';
import { cancelMerge, type CancelProblem } from './cancel-merge.js';
import type { MergeEvent } from './merge.reducer.js';

export interface Cancel {
  /** Whether a cancel request is running, or why the last one had no effect. */
  readonly cancelling: 'idle' | 'asked' | CancelProblem;
  readonly cancel: () => void;
}

interface CancelInput {
  readonly taskId: string;
  /** The visitor's current attempt. Replies about earlier ones are ignored. */
  readonly run: number;
  readonly report: (event: MergeEvent) => void;
}

/** Cancels a merge on request. Socket and polling keep following it until they report its end. */
export function useCancel({ taskId, run, report }: CancelInput): Cancel {
  const [known, setKnown] = useState({ run, cancelling: 'idle' as Cancel['cancelling'] });
  const current = useRef(run);
  const asked = useRef<number | null>(null);

  useEffect(() => {
    current.current = run;
  }, [run]);

  const cancel = () => {
    if (asked.current === run) {
      return;
    }
    asked.current = run;
    setKnown({ run, cancelling: 'asked' });
    void cancelMerge(taskId).then(({ event, problem }) => {
      if (asked.current === run) {
        asked.current = null;
      }
      if (current.current !== run) {
        return;
      }
      setKnown({ run, cancelling: problem ?? 'idle' });
      if (event !== null) {
        report(event);
      }
    });
  };
  return { cancelling: known.run === run ? known.cancelling : 'idle', cancel };
}
