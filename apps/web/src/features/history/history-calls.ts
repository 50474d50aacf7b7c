import { jsonBody, within } from '@dipper/client';
import {
  API,
  historyClearedReplySchema,
  historyKeptReplySchema,
  type HistoryKeptReply,
  type HistoryRecord,
  type HistoryReply,
  historyReplySchema,
  LIMITS,
} from '@dipper/contract';
import { callAs } from '../../entities/session/call-as.js';
import type { PageRequest } from './history.reducer.js';

/** In milliseconds. The server may accept a request but never respond. */
const PATIENCE_MS = 20_000;

/**
 * GET /api/auth/download-history: fetches one page.
 * @throws ApiFailure, or the abort reason
 */
export function fetchHistory(asked: PageRequest, signal?: AbortSignal): Promise<HistoryReply> {
  const { page, sort, order } = asked;
  const query = new URLSearchParams({
    ...{ page: String(page), limit: String(LIMITS.historyPage) },
    ...{ sort, order },
  });
  return within(
    PATIENCE_MS,
    (given) => callAs(`${API.history}?${query.toString()}`, historyReplySchema, { signal: given }),
    signal,
  );
}

/** DELETE /api/auth/download-history: clears the whole history. @throws ApiFailure */
export async function clearHistory(): Promise<void> {
  await within(PATIENCE_MS, (signal) =>
    callAs(API.history, historyClearedReplySchema, { method: 'DELETE', signal }),
  );
}

/**
 * POST /api/auth/download-history: records a started download. The request outlives the page.
 * @throws ApiFailure
 */
export function saveDownload(record: HistoryRecord): Promise<HistoryKeptReply> {
  return callAs(API.history, historyKeptReplySchema, {
    ...jsonBody('POST', record),
    keepalive: true,
  });
}
