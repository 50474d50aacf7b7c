import { ApiFailure } from './api-failure.js';

/**
 * Limits the duration of a call. A server that accepts the call and never responds counts as a lost
 * connection.
 * @param call must end when its signal is aborted
 * @param outer also aborts the call
 * @throws whatever the call throws, ApiFailure (network) on a timeout, or the reason of `outer`
 */
export async function within<T>(
  patienceMs: number,
  call: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, patienceMs);
  const leave = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', leave);
  try {
    return await call(controller.signal);
  } catch (error) {
    throw isLate ? new ApiFailure('network', {}, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', leave);
  }
}
