import type { Namespace } from '@dipper/site';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useOverlays } from '../../ui/overlays/overlays-context.js';
import type { OpenedBy } from './mail-link.js';

/** Opens the dialogs of accounts; each is loaded with its words when it is. */
export function useAccountDialogs() {
  const { i18n } = useTranslation();
  const { openDialog } = useOverlays();
  const withTexts =
    <Content>(load: () => Promise<Content>, name: Namespace) =>
    async () => {
      const names: readonly Namespace[] = [...new Set<Namespace>(['account', name, 'errors'])];
      return (await Promise.all([load(), loadMoreTexts(i18n, names)]))[0];
    };
  const auth = async () => (await import('../../features/auth/auth-dialog.js')).AuthDialog;
  const profile = async () =>
    (await import('../../features/profile/profile-dialog.js')).ProfileDialog;
  const history = async () =>
    (await import('../../features/history/history-dialog.js')).HistoryDialog;
  return {
    openAuth: (props: OpenedBy) => void openDialog(withTexts(auth, 'account'), props),
    openProfile: () => void openDialog(withTexts(profile, 'profile'), {}),
    openHistory: () => void openDialog(withTexts(history, 'history'), {}),
  };
}
