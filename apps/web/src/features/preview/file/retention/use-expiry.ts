import { ApiFailure, taskStatus } from '@dipper/client';
import { API, LIMITS, serverConfigSchema } from '@dipper/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, send } from '../../../../lib/api/api-client.js';
import { steadyMs } from '../../../../lib/time/steady-ms.js';

/**
 * How often to compare the wall clock with `steadyMs`, and to repeat a request without an answer, in
 * milliseconds.
 */
const LOOK_MS = 5000;
/** In milliseconds. A larger drift means that the machine slept or that its clock was set. */
const DRIFT_MS = 2000;

/**
 * Calls `onWake` when time may have passed unnoticed: when the tab becomes visible or returns from
 * the back/forward cache, or when the machine has slept, which `steadyMs` does not count. The wall
 * clock is only compared, never used for counting. Right after the machine wakes, the connection may
 * still be missing, so `onWake` is called again every few seconds until it gets an answer.
 * @param onWake returns whether it got an answer; must be stable across renders
 */
function useWake(onWake: () => Promise<boolean>): void {
  useEffect(() => {
    let behind = Date.now() - steadyMs();
    let asked = 0;
    let isUnanswered = false;
    const wake = () => {
      behind = Date.now() - steadyMs();
      isUnanswered = false;
      asked += 1;
      const own = asked;
      void onWake().then((isAnswered) => {
        if (own === asked) {
          isUnanswered = !isAnswered;
        }
      });
    };
    const look = () => {
      const hasSlept = Math.abs(Date.now() - steadyMs() - behind) > DRIFT_MS;
      if (hasSlept || (isUnanswered && navigator.onLine)) {
        wake();
      }
    };
    const watched = new AbortController();
    const { signal } = watched;
    const onReturn = () => document.visibilityState === 'visible' && wake();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', onReturn, { signal });
    window.addEventListener('online', look, { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal });
    return () => {
      clearInterval(timer);
      watched.abort();
    };
  }, [onWake]);
}

interface Expiry {
  readonly taskId: string;
  /** The remaining lifetime from the server's last status; null if it sent none. */
  readonly seconds: number | null;
  /** When that status arrived, in `steadyMs`. */
  readonly completedAtMs: number;
  /** Called when the server no longer knows the task. Must be stable across renders. */
  readonly onLost: () => void;
}

function fromNow(seconds: number): number {
  return steadyMs() + seconds * 1000;
}

async function retentionSeconds(signal: AbortSignal): Promise<number> {
  try {
    const config = await callApi(API.config, serverConfigSchema, { signal });
    return config.file_retention_seconds;
  } catch {
    return LIMITS.retentionSeconds;
  }
}

/**
 * Returns when a finished file expires, in `steadyMs`; null while unknown. If the server sends no
 * lifetime, the file expires after the configured retention, or after an hour (specification §4),
 * counted from its completion. The lifetime is requested again after the tab or the machine has
 * slept, and by `recount`.
 */
export function useExpiry({ taskId, seconds, completedAtMs, onLost }: Expiry): {
  readonly expiresAtMs: number | null;
  readonly recount: () => void;
} {
  const [expiresAtMs, setExpiresAtMs] = useState(() =>
    seconds === null ? null : completedAtMs + seconds * 1000,
  );

  useEffect(() => {
    if (seconds !== null) {
      return;
    }
    const controller = new AbortController();
    void retentionSeconds(controller.signal).then((retention) => {
      if (!controller.signal.aborted) {
        setExpiresAtMs(completedAtMs + retention * 1000);
      }
    });
    return () => controller.abort();
  }, [seconds, completedAtMs]);

  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const ask = useCallback(async () => {
    try {
      const { expires_in_seconds } = await taskStatus(send, taskId);
      if (!isLeft.current && expires_in_seconds !== null) {
        setExpiresAtMs(fromNow(expires_in_seconds));
      }
      return true;
    } catch (error) {
      // Without an answer, the countdown continues unchanged.
      const isUnknown = error instanceof ApiFailure && error.reply.status === 404;
      if (!isLeft.current && isUnknown) {
        onLost();
      }
      return isUnknown;
    }
  }, [taskId, onLost]);
  const recount = useCallback(() => void ask(), [ask]);
  useWake(ask);

  return { expiresAtMs, recount };
}
