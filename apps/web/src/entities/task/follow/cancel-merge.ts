import { ApiFailure, cancelTask, within } from '@dipper/client';
import { isFinal } from '@dipper/contract';
import { useEffect, useRef, useState } from 'react';
import { send } from '../../../lib/api/api-client.js';
import type { MergeEvent } from './merge.reducer.js';
import { lostTask } from './start-merge.js';
import { inTurn } from './task-calls.js';

/** Why a merge was not cancelled. The texts are under `progress.notCancelled`. */
type CancelProblem = 'noAnswer' | 'busy' | 'failed' | 'restarted';

/** An event for the reducer and, if the task continues, the reason. */
interface Cancellation {
  readonly event: MergeEvent | null;
  readonly problem: CancelProblem | null;
}

/** In milliseconds. If the connection is lost, the browser's own timeout would be too long. */
export const CANCEL_PATIENCE_MS = 10_000;

function problemOf(error: unknown): CancelProblem {
  if (!(error instanceof ApiFailure) || error.kind === 'network') {
    return 'noAnswer';
  }
  const { status } = error.reply;
  return status === 429 || status === 503 ? 'busy' : 'failed';
}

/** @throws the reason of `signal`, even while waiting for the reply to the start request */
async function askToCancel(taskId: string, signal: AbortSignal): Promise<Cancellation> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  const cancel = () => {
    signal.throwIfAborted();
    return cancelTask(send, taskId, signal);
  };
  const asked = inTurn(taskId, 'cancel', cancel, signal);
  const status = await Promise.race([asked, aborted]);
  // Not final: another tab has since restarted the task.
  return {
    event: { type: 'reported', status },
    problem: isFinal(status.status) ? null : 'restarted',
  };
}

/**
 * Cancels a task. The server's reply decides the outcome, because the task may already have
 * finished or expired.
 */
export async function cancelMerge(taskId: string): Promise<Cancellation> {
  try {
    return await within(CANCEL_PATIENCE_MS, (signal) => askToCancel(taskId, signal));
  } catch (error) {
    if (error instanceof ApiFailure && error.reply.status === 404) {
      const failure = await lostTask(taskId, error.reply);
      return { event: { type: 'failed', failure }, problem: null };
    }
    return { event: null, problem: problemOf(error) };
  }
}

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
