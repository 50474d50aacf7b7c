import { Account } from './account.js';
import { Brand } from './brand.js';
import { MAIN_MENUS, SMALL_MENU } from './later-parts.js';

/**
 * The header with logo, navigation and settings. It scrolls with the page, so that it never covers
 * a focused element, and a phone can use its full height for the formats.
 */
export function SiteHeader() {
  return (
    <header className="relative z-20">
      <div className="wrap flex min-h-18 flex-wrap items-center justify-end">
        <div className="me-auto min-w-0">
          <Brand />
        </div>
        {MAIN_MENUS}
        <Account place="bar" />
        {SMALL_MENU}
      </div>
    </header>
  );
}
