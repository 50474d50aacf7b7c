import '../../theme/later.css';
import type { User } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/react/lazy-component.js';
import { LazySection } from '../../ui/loading/lazy-section.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSession } from '../../entities/session/current-session.js';
import { Avatar } from '../../ui/avatar.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import type { DialogContentProps } from '../../ui/overlays/overlays-context.js';
import { Tabs } from '../../ui/tabs.js';
import { AccountFacts } from './account-facts.js';
import { PasswordForm } from './password-form.js';
import { PreferencesForm } from './preferences-form.js';
import { ProfileForm } from './profile-form.js';

const apiSettings = lazyComponent(async () => (await import('./api/api-settings.js')).ApiSettings);
const feedSettings = lazyComponent(
  async () => (await import('./feed/feed-settings.js')).FeedSettings,
);
const NO_TEXTS = [] as const;
const FEED_TEXTS = ['history'] as const;

/**
 * All tabs stay mounted, to preserve unsaved input. Few visitors use the feed or the API, so these
 * tabs are loaded when they are opened.
 */
function Settings({ user }: { readonly user: User }) {
  const { t } = useTranslation('profile');
  const { profile, email } = user;
  const [opened, setOpened] = useState<readonly string[]>([]);
  const tabs = [
    {
      id: 'profile',
      label: t('tabs.profile'),
      panel: (
        <div className="grid grid-cols-1 gap-5">
          <AccountFacts user={user} />
          <ProfileForm profile={profile} />
        </div>
      ),
    },
    {
      id: 'preferences',
      label: t('tabs.preferences'),
      panel: <PreferencesForm preferences={profile.preferences} />,
    },
    { id: 'security', label: t('tabs.security'), panel: <PasswordForm email={email} /> },
    {
      id: 'feed',
      label: t('tabs.feed'),
      panel: opened.includes('feed') && (
        <LazySection id="feed-settings" texts={FEED_TEXTS}>
          <feedSettings.Component />
        </LazySection>
      ),
    },
    {
      id: 'api',
      label: t('tabs.api'),
      panel: opened.includes('api') && (
        <LazySection id="api-settings" texts={NO_TEXTS}>
          <apiSettings.Component />
        </LazySection>
      ),
    },
  ];
  return <Tabs label={t('tabs.label')} tabs={tabs} onChange={(id) => setOpened([...opened, id])} />;
}

/**
 * The profile, preferences and password of the signed-in account. The dialog closes when the
 * session ends.
 */
export function ProfileDialog({ close }: DialogContentProps) {
  const { t } = useTranslation('profile');
  const { user } = useSession();
  useEffect(() => {
    if (user === null) {
      close();
    }
  }, [user, close]);
  if (user === null) {
    return null;
  }
  return (
    <Dialog
      tall
      title={
        <span className="flex items-center gap-3">
          <Avatar user={user} />
          {t('heading')}
        </span>
      }
      onClose={close}
    >
      <Settings user={user} />
    </Dialog>
  );
}
