import type { i18n } from 'i18next';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { fetchPart } from '../../lib/stale-build.js';

/** The dialog of the history with its words, for `useDialog`. @throws ChunkLoadError */
export async function loadHistory(i18n: i18n) {
  const [{ HistoryDialog }] = await Promise.all([
    fetchPart(() => import('./history-dialog.js')),
    loadMoreTexts(i18n, ['history']),
  ]);
  return HistoryDialog;
}
