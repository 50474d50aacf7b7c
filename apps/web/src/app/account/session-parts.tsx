import '../../theme/later.css';
import { useEffect, useEffectEvent } from 'react';
import { SaveDownloads } from '../../features/history/saving/save-downloads.js';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { onSessionNews, type SessionNews } from '../../entities/session/current-session.js';
import { startSession } from '../../entities/session/session.js';
import { useToast } from '../../ui/overlays/use-toast.js';
import { takeMailLink } from './mail-link.js';
import { useAccountDialogs } from './use-account-dialogs.js';
import { useChosen } from './use-chosen.js';

/**
 * The side effects of a session: starts it, reports its end, applies the account's settings and
 * records downloads.
 */
export function SessionParts() {
  const { i18n } = useTranslation();
  const toast = useToast();
  const { openAuth, isLoading } = useAccountDialogs();
  const show = useChosen();

  const onNews = useEffectEvent((news: SessionNews) => {
    if (news.type === 'chosen') {
      show(news.user, news.before);
      return;
    }
    loadMoreTexts(i18n, ['account']).then(
      () => {
        const t = i18n.getFixedT(i18n.language, 'account');
        if (news.because === 'noRefreshToken') {
          toast({ kind: 'error', text: t('messages.noRefreshToken') });
        }
        const onPress = () => openAuth({ mode: 'login' });
        toast({
          kind: 'error',
          text: t('messages.sessionExpired'),
          action: { label: t('signIn'), onPress },
        });
      },
      // Ignored, because the header also shows that the session has ended.
      () => undefined,
    );
  });
  const onStart = useEffectEvent(() => {
    const link = takeMailLink();
    if (link !== null) {
      openAuth(link);
    }
  });
  useEffect(() => {
    const stopListening = onSessionNews(onNews);
    const end = startSession();
    onStart();
    return () => {
      stopListening();
      end();
    };
  }, []);
  return (
    <>
      <SaveDownloads />
      <span hidden data-pending={isLoading || undefined} />
    </>
  );
}
