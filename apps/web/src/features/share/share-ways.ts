import type { SHARE_MESSAGES } from '@dipper/contract';
import { copyText } from '../../lib/copy-text.js';
import { openTab } from './open-tab.js';
import { SHARE_TARGETS } from './share-targets.js';

/** What is to be shared, within the press that asked for it. */
export interface Asked {
  /** The short link, on its way. */
  readonly link: Promise<string>;
  /** Cut for a message. */
  readonly title: string;
  /** For a tab that has nothing to show yet. */
  readonly waiting: string;
}

/** How it ended, with its sentence of the specification; `null` when the visitor has thought better of it. */
export type Outcome = {
  readonly said: Exclude<keyof typeof SHARE_MESSAGES, 'shortUrlFailed' | 'untitled'>;
  readonly ok: boolean;
  /** Another press may do it. */
  readonly again?: true;
} | null;

type Way = (asked: Asked) => Promise<Outcome>;

/** The browser opened no tab; from a press of its own it does. */
const BLOCKED: Outcome = { said: 'failed', ok: false, again: true };

function inTab(
  target: 'twitter' | 'facebook' | 'whatsapp',
  said: NonNullable<Outcome>['said'],
): Way {
  return async ({ link, title, waiting }) => {
    const tab = openTab(waiting);
    try {
      const address = SHARE_TARGETS[target]({ title, url: await link });
      if (tab === null) {
        return BLOCKED;
      }
      return tab.goTo(address) ? { said, ok: true } : null;
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
}

async function byMail({ link, title }: Asked): Promise<Outcome> {
  const mail = document.createElement('a');
  mail.href = SHARE_TARGETS.email({ title, url: await link });
  mail.click();
  return { said: 'openingEmail', ok: true };
}

async function byCopy({ link }: Asked): Promise<Outcome> {
  return (await copyText(link)) ? { said: 'copied', ok: true } : { said: 'copyFailed', ok: false };
}

type Sheet = Partial<Pick<Navigator, 'share' | 'canShare'>>;

/** True where the browser has a share sheet that takes a link. */
export function hasShareSheet(browser: Sheet = navigator, url = 'https://example.org/'): boolean {
  return typeof browser.share === 'function' && browser.canShare?.({ url }) !== false;
}

const NATIVE_FAILURES: Readonly<Record<string, Outcome>> = {
  AbortError: null,
  // The press that asked is too long ago: making the link took its time.
  NotAllowedError: BLOCKED,
};

async function bySheet({ link, title }: Asked): Promise<Outcome> {
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

/** The ways of sharing, in the order of the menu. Each rejects when there is no link. */
export const SHARE_WAYS = {
  copy: byCopy,
  twitter: inTab('twitter', 'openingTwitter'),
  facebook: inTab('facebook', 'openingFacebook'),
  whatsapp: inTab('whatsapp', 'openingWhatsApp'),
  email: byMail,
  native: bySheet,
} as const satisfies Record<string, Way>;

export type ShareWay = keyof typeof SHARE_WAYS;
