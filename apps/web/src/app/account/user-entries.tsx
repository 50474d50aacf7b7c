import { jsonBody } from '@dipper/client';
import { API, type MailInput, messageReplySchema, type User } from '@dipper/contract';
import { pathOf } from '@dipper/site';
import {
  CreditCard,
  History,
  LogOut,
  type LucideIcon,
  MailCheck,
  Rocket,
  Settings,
} from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { callApi } from '../../lib/api/api-client.js';
import { useAccountFailure } from '../../entities/session/account-failure.js';
import { closeSession } from '../../entities/session/session.js';
import { useTierName } from '../../entities/session/use-tier-name.js';
import { useSite } from '../../site/site.js';
import { useToast } from '../../ui/overlays/use-toast.js';
import { PageLink } from '../../ui/links/site-link.js';
import { ENTRY } from '../shell/disclosure.js';
import { Avatar, nameOf } from '../../ui/avatar.js';
import { useAccountDialogs } from './use-account-dialogs.js';

/** Closes the menu that contains an entry, and returns the focus to its button. */
function closeMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  const menu = currentTarget.closest('details');
  menu?.querySelector('summary')?.focus();
  menu?.removeAttribute('open');
}

interface EntryProps {
  readonly icon: LucideIcon;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Entry({ icon: Icon, onPress, children }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        onClick={(event) => {
          closeMenu(event);
          onPress();
        }}
        className={`${ENTRY} w-full text-start`}
      >
        <Icon aria-hidden size={20} className={Icon === LogOut ? 'rtl:-scale-x-100' : undefined} />
        {children}
      </button>
    </li>
  );
}

/** Opens the plans in a new tab. Hidden from free accounts on domains that sell no plans. */
function PlanEntry({ tier }: { readonly tier: string }) {
  const { t } = useTranslation('account');
  const { paidPlans } = useSite().config.accounts;
  const isFree = tier === 'free';
  const to = pathOf(isFree ? 'upgrade' : 'subscription');
  const Icon = isFree ? Rocket : CreditCard;
  return (
    to !== null &&
    (paidPlans || !isFree) && (
      <li>
        <PageLink to={to} target="_blank" onClick={closeMenu} className={ENTRY}>
          <Icon aria-hidden size={20} />
          <span>
            {t(isFree ? 'menu.upgrade' : 'menu.subscription')}
            <span className="sr-only"> {t('menu.newTab')}</span>
          </span>
        </PageLink>
      </li>
    )
  );
}

function useVerification(email: string): () => void {
  const { t } = useTranslation('account');
  const toast = useToast();
  const words = useAccountFailure();
  const input: MailInput = { email };
  return () => {
    callApi(API.resendVerification, messageReplySchema, {
      ...jsonBody('POST', input),
    }).then(
      () => toast({ kind: 'status', text: t('messages.verificationSent') }),
      (error: unknown) => toast({ kind: 'error', text: words(error, 'resendFailed') }),
    );
  };
}

/** Shows the signed-in account above the menu entries. */
function Identity({ user }: { readonly user: User }) {
  const { email, subscription } = user;
  const name = nameOf(user);
  const tierName = useTierName();
  const { tier } = subscription;
  return (
    <div className="flex items-center gap-3 border-b border-line px-3 pt-1 pb-3">
      <Avatar user={user} />
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">
          <bdi>{name}</bdi>
        </p>
        {name !== email && (
          // Truncate at the end of the text, also in right-to-left languages.
          <p dir="ltr" className="truncate text-sm text-muted rtl:text-end">
            {email}
          </p>
        )}
      </div>
      <bdi className="badge shrink-0">{tierName(tier)}</bdi>
    </div>
  );
}

/** The account's menu entries, for both the wide header's menu and the one on small screens. */
export function UserEntries({ user }: { readonly user: User }) {
  const { t } = useTranslation('account');
  const { openHistory, openProfile, isLoading } = useAccountDialogs();
  const verify = useVerification(user.email);
  const toast = useToast();
  const logOut = () => {
    closeSession();
    toast({ kind: 'status', text: t('menu.signedOut') });
    // Move the focus, because the focused menu entry is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
    // The sign-in buttons replace this menu in the next render.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('header [name=auth]')?.focus());
  };
  return (
    <>
      <Identity user={user} />
      <ul aria-label={t('menu.label')} data-pending={isLoading || undefined} className="pt-2">
        <Entry icon={History} onPress={openHistory}>
          {t('menu.history')}
        </Entry>
        <Entry icon={Settings} onPress={openProfile}>
          {t('menu.profile')}
        </Entry>
        <PlanEntry tier={user.subscription.tier} />
        {!user.email_verified && (
          <Entry icon={MailCheck} onPress={verify}>
            {t('menu.verify')}
          </Entry>
        )}
        <Entry icon={LogOut} onPress={logOut}>
          {t('menu.logout')}
        </Entry>
      </ul>
    </>
  );
}
