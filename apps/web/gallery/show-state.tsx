import { FakeApi, sockets } from '@dipper/client/testing';
import { defaultDomainConfig, type DomainConfig, LIMITS } from '@dipper/contract';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ROUTER_FUTURE } from '../src/lib/react/router-future.js';
import { App } from '../src/app/app.js';
import { pageOf } from '../src/app/pages/page-of-kind.js';
import { resolvePath } from '../src/app/resolve-path.js';
import { siteInLanguage } from '../src/app/site-config/site-in-language.js';
import { loadContent } from '../src/content/load-content.js';
import { leave } from '../src/entities/media/handover/handover.js';
import { publishUnknown } from '../src/entities/session/current-session.js';
import { type LoadedTexts, loadTexts, NAMESPACES } from '../src/i18n/catalogue.js';
import { createI18n } from '../src/i18n/create-i18n.js';
import { loadIllustrations } from '../src/theme/illustrations/illustrations.js';
import { usualTimers } from './samples.js';
import type { GalleryState } from './state.js';
import { Visitor } from './visitor.js';

interface Shown {
  readonly view: ReactNode;
  /** Call it after `view` has been rendered. Resolves once the state is visible. */
  readonly reach: () => Promise<unknown>;
}

/** With this host name, the built-in site has the product's own brand. */
export const SITE = defaultDomainConfig('dipper.example');

/**
 * Removes what an earlier state has left behind. Only specs need this, because in a browser each
 * state is a separate page.
 */
function forgetEarlier(): void {
  window.localStorage.clear();
  window.sessionStorage.clear();
  usualTimers();
  Reflect.deleteProperty(performance, 'getEntriesByType');
  Reflect.deleteProperty(navigator, 'onLine');
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
  leave({ result: null, refresh: null, format: null });
  publishUnknown();
  sockets.clear();
}

/** The texts of each language. Specs show a hundred states, and loading all texts takes 20 ms. */
const loaded = new Map<string, Promise<LoadedTexts>>();

function textsIn(language: string): Promise<LoadedTexts> {
  const known = loaded.get(language) ?? loadTexts(language, NAMESPACES);
  loaded.set(language, known);
  return known;
}

/**
 * Prepares a state for rendering: sets its replies and loads its texts and code.
 * @param language one of ours, or a pseudo-language
 */
export async function showState(
  state: GalleryState,
  language: string,
  brand: DomainConfig = SITE,
): Promise<Shown> {
  forgetEarlier();
  const api = new FakeApi().install();
  state.prepare?.(api);
  const chosen = state.site?.(brand) ?? brand;
  const texts = createI18n(language, await textsIn(language));
  const config = siteInLanguage(chosen, texts);
  const at = resolvePath(state.address.split(/[?#]/)[0] ?? '', config);
  await Promise.all([
    pageOf(at.page).page.preload(),
    loadContent(language, at.content),
    loadIllustrations(config.branding),
  ]);
  const site = {
    ...{ config, prefix: '', origin: `https://${config.domain}` },
    retentionSeconds: LIMITS.retentionSeconds,
  };
  return {
    view: (
      // StrictMode is left out, because it would start every task twice.
      <MemoryRouter future={ROUTER_FUTURE} initialEntries={[state.address]}>
        <App i18n={texts} site={site} />
      </MemoryRouter>
    ),
    reach: () => state.reach(new Visitor(texts)),
  };
}
