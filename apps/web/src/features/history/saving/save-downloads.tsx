import type { HistoryRecord } from '@dipper/contract';
import { useEffect } from 'react';
import { currentSession, useSession } from '../../../entities/session/current-session.js';
import {
  listenToDownloads,
  type StartedDownload,
} from '../../../entities/task/started-downloads.js';
import { LatestMap } from '../../../lib/state/latest-map.js';
import { createStore } from '../../../lib/state/store.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { saveDownload } from '../history-calls.js';
import { historyRecord } from './history-record.js';

/** In milliseconds. Repeated clicks within this time count as one download. */
const SAME_WITHIN_MS = 60_000;
/** How many downloads may wait until the session is known. */
const MAX_WAITING = 10;

/** When this page sent each record. Failed requests are removed, so that they can be retried. */
const sent = new LatestMap<string, number>(200);
const waiting = createStore<readonly StartedDownload[]>([]);

/** Identifies an account's download. All downloads of one task count as one. */
function nameOf(record: HistoryRecord, account: string): string {
  const { task_id: taskId, url, format, quality } = record;
  return JSON.stringify([account, taskId ?? [url, format, quality]]);
}

function isKnown(name: string, { task_id: taskId }: HistoryRecord): boolean {
  const at = sent.get(name);
  return at !== undefined && (Boolean(taskId) || steadyMs() - at < SAME_WITHIN_MS);
}

/**
 * Saves a record. The outcome is only logged (specification §7), because no download depends on it.
 */
async function save(download: StartedDownload, account: string): Promise<void> {
  const record = historyRecord(download);
  if (record === null) {
    return;
  }
  const name = nameOf(record, account);
  if (isKnown(name, record)) {
    return;
  }
  sent.set(name, steadyMs());
  try {
    console.info('Saved to the download history:', await saveDownload(record));
  } catch (error) {
    sent.delete(name);
    console.warn('Could not save to the download history:', String(error));
  }
}

/**
 * Saves the waiting downloads once the session is known. Drops them if there is no account or its
 * history is switched off.
 */
function saveWaiting(): void {
  const { state, user } = currentSession();
  if (state === 'unknown') {
    return;
  }
  const downloads = waiting.get();
  waiting.set([]);
  if (user?.profile.preferences.download_history_enabled === true) {
    downloads.forEach((download) => void save(download, user.email));
  }
}

/** Records downloads that start on a domain with accounts. */
export function SaveDownloads() {
  const session = useSession();
  useEffect(
    () =>
      listenToDownloads((download) => {
        waiting.set([...waiting.get(), download].slice(-MAX_WAITING));
        saveWaiting();
      }),
    [],
  );
  useEffect(saveWaiting, [session]);
  return null;
}
