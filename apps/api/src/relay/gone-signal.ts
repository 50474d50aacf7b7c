import type { ServerResponse } from 'node:http';
import { IDLE_VISITOR_MS } from '../infra/http/serve-file.js';

/** A signal that is aborted as soon as the visitor has gone, or takes nothing for five minutes. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) {
    gone.abort();
  }
  response.once('close', () => gone.abort());
  response.setTimeout(IDLE_VISITOR_MS, () => response.destroy());
  return gone.signal;
}
