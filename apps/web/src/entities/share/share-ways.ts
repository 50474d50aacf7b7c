import type { SHARE_MESSAGES } from '@dipper/contract';
import { copyText } from '../../lib/browser/copy-text.js';
import { mailAddress, SHARE_TARGETS } from './share-targets.js';

/** A request to share, made during the click. */
interface ShareRequest {
  /** The pending short link. */
  readonly link: Promise<string>;
  /** Shortened to fit a message. */
  readonly title: string;
  /** The text that the new tab shows until it has its URL. */
  readonly waiting: string;
}

/** The outcome with its specified message; `null` if the visitor cancelled. */
type Outcome = {
  readonly said: Exclude<keyof typeof SHARE_MESSAGES, 'shortUrlFailed' | 'untitled'>;
  readonly ok: boolean;
  /** True if another attempt may succeed. */
  readonly again?: true;
} | null;

type Way = (asked: ShareRequest) => Promise<Outcome>;

/** The browser blocked the tab. Another click will open it. */
const BLOCKED: Outcome = { said: 'failed', ok: false, again: true };

type Target = (typeof SHARE_TARGETS)[keyof typeof SHARE_TARGETS];

function inTab({ address, said }: Target): Way {
  return async ({ link, title, waiting }) => {
    const tab = openTab(waiting);
    try {
      const to = address({ title, url: await link });
      if (tab === null) {
        return BLOCKED;
      }
      return tab.goTo(to) ? { said, ok: true } : null;
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
}

async function byMail({ link, title }: ShareRequest): Promise<Outcome> {
  const mail = document.createElement('a');
  mail.href = mailAddress({ title, url: await link });
  mail.click();
  return { said: 'openingEmail', ok: true };
}

async function byCopy({ link }: ShareRequest): Promise<Outcome> {
  return (await copyText(link)) ? { said: 'copied', ok: true } : { said: 'copyFailed', ok: false };
}

type Sheet = Partial<Pick<Navigator, 'share' | 'canShare'>>;

/** True if the browser has a share sheet that accepts links. */
export function hasShareSheet(browser: Sheet = navigator, url = 'https://example.org/'): boolean {
  return typeof browser.share === 'function' && browser.canShare?.({ url }) !== false;
}

const NATIVE_FAILURES: Readonly<Record<string, Outcome>> = {
  AbortError: null,
  // Creating the link took so long that the click no longer counts as a user gesture.
  NotAllowedError: BLOCKED,
};

async function bySheet({ link, title }: ShareRequest): Promise<Outcome> {
  const url = await link;
  if (!hasShareSheet(navigator, url)) {
    const copied = await copyText(Promise.resolve(url));
    return copied ? { said: 'copiedInstead', ok: true } : { said: 'copyFailed', ok: false };
  }
  try {
    await navigator.share({ title, text: title, url });
    return { said: 'shared', ok: true };
  } catch (error) {
    const { name } = error as Error;
    return name in NATIVE_FAILURES
      ? (NATIVE_FAILURES[name] ?? null)
      : { said: 'sharingFailed', ok: false };
  }
}

const IN_TABS = Object.fromEntries(
  Object.entries(SHARE_TARGETS).map(([id, target]) => [id, inTab(target)]),
) as Record<keyof typeof SHARE_TARGETS, Way>;

/** The ways to share, in the order of the menu. Each one rejects if the link cannot be created. */
export const SHARE_WAYS = {
  copy: byCopy,
  ...IN_TABS,
  email: byMail,
  native: bySheet,
} as const satisfies Record<string, Way>;

export type ShareWay = keyof typeof SHARE_WAYS;

/** A tab waiting for its URL. */
interface Tab {
  /** False if the visitor has closed the tab in the meantime. */
  readonly goTo: (address: string) => boolean;
  readonly close: () => void;
}

/**
 * Opens a tab during a click, before its URL is known: later, browsers would block it as a pop-up.
 * Without `noopener`, because we have to navigate it; the opener is cleared before the tab leaves
 * for another site.
 * @param waiting the text that the tab shows until then
 * @returns null if the browser blocks the tab
 */
function openTab(waiting: string): Tab | null {
  const tab = window.open('', '_blank');
  if (tab === null) {
    return null;
  }
  tab.opener = null;
  tab.document.title = waiting;
  tab.document.body.textContent = waiting;
  return {
    goTo: (address) => {
      if (tab.closed) {
        return false;
      }
      tab.location.replace(address);
      return true;
    },
    close: () => tab.close(),
  };
}
