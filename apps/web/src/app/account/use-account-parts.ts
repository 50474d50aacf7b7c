import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';
import type { User } from '@dipper/contract';
import type { i18n } from 'i18next';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { readDevice } from '../../lib/device-store.js';
import { publishNobody, useSession } from '../../lib/session/current-session.js';
import { SESSION_KEY } from '../../lib/session/session-key.js';
import { prepareAuth } from './use-account-dialogs.js';

/** What is loaded where somebody is signed in, or about to be, with its words. */
export interface AccountParts {
  readonly SessionParts: ComponentType;
  readonly UserMenu: ComponentType<{ readonly user: User }>;
  readonly UserEntries: ComponentType<{ readonly user: User }>;
}

/** @throws ChunkLoadError or what else keeps a part from being loaded */
export async function loadAccountParts(i18n: i18n): Promise<AccountParts> {
  if (window.mailLink !== undefined) {
    prepareAuth();
  }
  const [{ SessionParts }, { UserMenu }, { UserEntries }] = await Promise.all([
    import('./session-parts.js'),
    import('./user-menu.js'),
    import('./user-entries.js'),
    loadMoreTexts(i18n, ['account']),
  ]);
  return { SessionParts, UserMenu, UserEntries };
}

const isExpected = () => readDevice(SESSION_KEY) !== null || window.mailLink !== undefined;

/**
 * The parts, once they are needed: a visitor who is not signed in, which most are, loads none of them.
 * @returns null until then; and what loads them
 */
export function useAccountParts(): readonly [AccountParts | null, () => void] {
  const { i18n } = useTranslation();
  const { state } = useSession();
  const [parts, setParts] = useState<AccountParts | null>(null);
  const isLoaded = parts !== null;
  const load = () => {
    // What fails is asked for again when it is needed again.
    loadAccountParts(i18n).then(setParts, () => undefined);
  };
  useEffect(() => {
    if (isLoaded) {
      return;
    }
    const loadIfExpected = () => {
      if (state === 'signed-in' || isExpected()) {
        loadAccountParts(i18n).then(setParts, () => undefined);
      }
    };
    if (state === 'unknown' && !isExpected()) {
      publishNobody();
    }
    loadIfExpected();
    // Somebody signs in in another tab, or did while this page lay in the browser's own history.
    const watched = new AbortController();
    const { signal } = watched;
    window.addEventListener('storage', loadIfExpected, { signal });
    window.addEventListener('pageshow', loadIfExpected, { signal });
    // What failed before may come now.
    window.addEventListener('online', loadIfExpected, { signal });
    return () => watched.abort();
  }, [i18n, state, isLoaded]);
  return [parts, load];
}
