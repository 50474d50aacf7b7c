import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';
import type { User } from '@dipper/contract';
import type { I18n } from '../../i18n/create-i18n.js';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { deviceStore } from '../../lib/browser/browser-store.js';
import { listen } from '../../lib/browser/listen.js';
import { publishNobody, useSession } from '../../entities/session/current-session.js';
import { SESSION_KEY } from '../../entities/session/session-key.js';
import { prepareAuth } from './use-account-dialogs.js';

/** Parts that are loaded, with their texts, once somebody is or may soon be signed in. */
interface AccountParts {
  readonly SessionParts: ComponentType;
  readonly UserMenu: ComponentType<{ readonly user: User }>;
  readonly UserEntries: ComponentType<{ readonly user: User }>;
}

/** @throws ChunkLoadError and other load failures */
async function loadAccountParts(i18n: I18n): Promise<AccountParts> {
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

const isExpected = () => deviceStore.read(SESSION_KEY) !== null || window.mailLink !== undefined;

/**
 * The account parts, loaded on demand because most visitors are not signed in.
 * @returns the parts, null until loaded, and a function that loads them
 */
export function useAccountParts(): readonly [AccountParts | null, () => void] {
  const { i18n } = useTranslation();
  const { state } = useSession();
  const [parts, setParts] = useState<AccountParts | null>(null);
  const isLoaded = parts !== null;
  const load = () => {
    // Ignored, because the next call retries the load.
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
    // Another tab may sign the visitor in, even while this page is in the back/forward cache.
    // A failed load is retried when the browser is online again.
    return listen(window, ['storage', 'pageshow', 'online'], loadIfExpected);
  }, [i18n, state, isLoaded]);
  return [parts, load];
}
