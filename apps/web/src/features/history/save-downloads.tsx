import type { HistoryRecord } from '@dipper/contract';
import { useEffect } from 'react';
import { currentSession, useSession } from '../../lib/session/current-session.js';
import { listenToDownloads, type StartedDownload } from '../../lib/started-downloads.js';
import { steadyMs } from '../../lib/steady-ms.js';
import { saveDownload } from './history-calls.js';
import { historyRecord } from './history-record.js';

/** Another press on the same thing within this time is the same download, milliseconds. */
const SAME_WITHIN_MS = 60_000;
/** Downloads that wait until it is known whether somebody is signed in. */
const MAX_WAITING = 10;

/** What was sent by this page, and when; what the server has not taken is forgotten. */
const sent = new Map<string, number>();
let waiting: readonly StartedDownload[] = [];

/** A task is one download, for whomever it is kept. */
function nameOf(record: HistoryRecord, account: string): string {
  const { task_id: taskId, url, format, quality } = record;
  return JSON.stringify([account, taskId ?? [url, format, quality]]);
}

function isKnown(name: string, { task_id: taskId }: HistoryRecord): boolean {
  const at = sent.get(name);
  return at !== undefined && (Boolean(taskId) || steadyMs() - at < SAME_WITHIN_MS);
}

/** Its result is only logged, and so is a failure (specification §7): no download depends on it. */
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
    console.info('Download history:', await saveDownload(record));
  } catch (error) {
    sent.delete(name);
    console.warn('Download history:', String(error));
  }
}

/** Saves what waits, once it is known for whom: nothing of visitors, nor of who wants no history. */
function saveWaiting(): void {
  const { state, user } = currentSession();
  if (state === 'unknown') {
    return;
  }
  const downloads = waiting;
  waiting = [];
  if (user?.profile.preferences.download_history_enabled === true) {
    downloads.forEach((download) => void save(download, user.email));
  }
}

/** Beside the pages of a domain with accounts: keeps the downloads that begin on them. */
export function SaveDownloads() {
  const session = useSession();
  useEffect(
    () =>
      listenToDownloads((download) => {
        waiting = [...waiting, download].slice(-MAX_WAITING);
        saveWaiting();
      }),
    [],
  );
  useEffect(saveWaiting, [session]);
  return null;
}
