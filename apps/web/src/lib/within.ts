import { ApiFailure } from './api/api-failure.js';

/**
 * A call that is given up after a while: a server that takes it and never answers looks like a lost
 * connection.
 * @param call is to end when its signal is aborted.
 * @param outer gives it up, too.
 * @throws what the call throws, ApiFailure (network) when it took too long, or the reason of `outer`.
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
