import { Suspense } from 'react';
import { laterComponent } from '../../lib/react/later-component.js';

const menus = () => import('./header-menus.js');
const mainMenus = laterComponent('main-menus', async () => (await menus()).MainMenus);
const smallMenu = laterComponent('small-menu', async () => (await menus()).SmallMenu);
const siteFooter = laterComponent(
  'foot',
  async () => (await import('./site-footer.js')).SiteFooter,
);

/**
 * Parts of every page that work without code: links, and menus in `details`. Their code waits
 * until the visitor becomes active (lib/react/later-component.ts).
 */
export const MAIN_MENUS = (
  <Suspense>
    <mainMenus.Component />
  </Suspense>
);
export const SMALL_MENU = (
  <Suspense>
    <smallMenu.Component />
  </Suspense>
);
export const FOOTER = (
  <Suspense>
    <siteFooter.Component />
  </Suspense>
);

/** Loads these parts for the server, which renders whole pages. */
export async function preloadLaterParts(): Promise<void> {
  await Promise.all([mainMenus, smallMenu, siteFooter].map((part) => part.preload()));
}
