import type { Namespace } from '@dipper/site';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useDialog } from '../../ui/overlays/use-dialog.js';
import type { OpenedBy } from './mail-link.js';

const loadAuth = async () => (await import('../../features/auth/auth-dialog.js')).AuthDialog;

export function prepareAuth(): void {
  // If loading fails, opening the dialog reports the failure.
  loadAuth().catch(() => undefined);
}

/** Opens the account dialogs. Each is loaded on demand with its texts. */
export function useAccountDialogs() {
  const { i18n } = useTranslation();
  const { open, loading } = useDialog();
  const withTexts =
    <Content>(load: () => Promise<Content>, name: Namespace) =>
    async () => {
      const names: readonly Namespace[] = [...new Set<Namespace>(['account', name, 'errors'])];
      return (await Promise.all([load(), loadMoreTexts(i18n, names)]))[0];
    };
  const profile = async () =>
    (await import('../../features/profile/profile-dialog.js')).ProfileDialog;
  const history = async () =>
    (await import('../../features/history/history-dialog.js')).HistoryDialog;
  return {
    isLoading: loading,
    openAuth: (props: OpenedBy) => open(withTexts(loadAuth, 'account'), props),
    openProfile: () => open(withTexts(profile, 'profile'), {}),
    openHistory: () => open(withTexts(history, 'history'), {}),
  };
}
