import type { FakeApi } from '@dipper/client/testing';
import type {
  ApiKeyInfo,
  DomainConfig,
  FeedItem,
  FeedReply,
  HistoryItem,
  WebhookDelivery,
} from '@dipper/contract';
import { historyItem } from '../../src/features/history/testing/history-item.js';
import { keepTokens } from '../../src/entities/session/session-tokens.js';
import type { OpenedBy } from '../../src/app/account/mail-link.js';
import { user } from '../../src/testing/accounts.js';
import { LINK, TITLE } from '../samples.js';
import type { GalleryState, StateGroup } from '../state.js';
import type { Visitor } from '../visitor.js';

const site = (config: DomainConfig): DomainConfig => ({ ...config, authentication_enabled: true });

/** The home page with an open account dialog. */
const signsIn = (
  name: string,
  link: OpenedBy,
  reach: (visitor: Visitor) => Promise<unknown> = () => Promise.resolve(),
): GalleryState => ({
  ...{ name, site, address: '/', overlay: true },
  prepare: (api) => {
    api.on('POST /api/auth/register', { status: 201, body: { message: '', user: user() } });
    window.mailLink = { mode: link.mode, token: link.token ?? null };
  },
  reach: async (visitor) => {
    await visitor.sees('dialog[open] form');
    return reach(visitor);
  },
});

/** The home page for a signed-in visitor. */
const signedIn = (
  name: string,
  reach: (visitor: Visitor) => Promise<unknown>,
  prepare: (api: FakeApi) => void = () => undefined,
  account = user(),
): GalleryState => ({
  ...{ name, site, address: '/', overlay: true },
  prepare: (api) => {
    keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 });
    api.on('GET /api/auth/me', { body: { user: account } });
    prepare(api);
  },
  reach,
});

const profile = (name: string, tab: string | null): GalleryState =>
  signedIn(name, async (visitor) => {
    await visitor.press('account:menu.profile');
    if (tab !== null) {
      await visitor.sees('dialog[open] form');
      await visitor.press(tab);
    }
    return visitor.sees('dialog[open] [data-state=active][role=tabpanel] form');
  });

const api = (
  name: string,
  keys: readonly ApiKeyInfo[],
  deliveries: readonly WebhookDelivery[],
  selector: string,
): GalleryState =>
  signedIn(
    name,
    async (visitor) => {
      await visitor.press('account:menu.profile');
      await visitor.sees('dialog[open] form');
      await visitor.press('profile:tabs.api');
      return visitor.sees(selector);
    },
    (fake) => {
      fake.on('GET /api/auth/keys', { body: { keys, limit: 10 } });
      fake.on('GET /api/auth/webhooks', {
        body: { secret: 'whsec_c2VjcmV0', previous_until: null, deliveries },
      });
    },
  );

const apiKey = (id: string, more: Partial<ApiKeyInfo>): ApiKeyInfo => ({
  ...{ id, name: 'Nightly bot', prefix: 'dip_a1B2', scopes: ['read', 'make'] },
  ...{ requests_per_minute: 120, created_at: '2026-11-20T09:00:00.000Z' },
  ...{ expires_at: null, last_used_at: null },
  ...more,
});
const KEYS = [
  apiKey('1', { last_used_at: '2026-11-27T09:00:00.000Z' }),
  apiKey('2', { name: 'Notebook', scopes: ['read'], expires_at: '2027-01-31T09:00:00.000Z' }),
];

const delivery = (id: string, more: Partial<WebhookDelivery>): WebhookDelivery => ({
  ...{ id, task_id: 'task', url: 'https://hooks.example.com/dipper', type: 'task.complete' },
  ...{ state: 'delivered', attempts: 1, last_status: 204, last_error: null },
  ...{ created_at: '2026-11-27T09:00:00.000Z', next_attempt_at: null },
  ...more,
});
const DELIVERIES = [
  delivery('1', { state: 'waiting', type: null, attempts: 0, last_status: null }),
  delivery('2', { state: 'due', last_status: 503 }),
  delivery('3', {}),
  delivery('4', { state: 'failed', last_status: null, last_error: 'timeout' }),
];

const feed = (name: string, reply: FeedReply): GalleryState =>
  signedIn(
    name,
    async (visitor) => {
      await visitor.press('account:menu.profile');
      await visitor.sees('dialog[open] form');
      await visitor.press('profile:tabs.feed');
      return visitor.sees('dialog[open] button', reply.url === null ? CREATE : REPLACE);
    },
    (fake) => fake.on('GET /api/auth/feed', { body: reply }),
  );

const CREATE = 'profile:feed.create';
const REPLACE = 'profile:feed.replace';
const episode = (id: string, more: Partial<FeedItem>): FeedItem => ({
  ...{ id, task_id: id, title: TITLE, author: 'River Station', url: LINK, duration: 3601 },
  ...{ type: 'audio/mp4', filename: 'river.m4a', bytes: 58e6 },
  ...{ added_at: '2026-11-27T09:00:00.000Z', expires_in_seconds: 2520 },
  ...more,
});
const FEED: FeedReply = {
  url: 'https://dipper.example/feed/3f9a7c.xml',
  items: [episode('1', {}), episode('2', { title: 'Rapids', expires_in_seconds: null })],
  limit: 100,
};

const history = (
  name: string,
  items: readonly Partial<HistoryItem>[] | null,
  selector: string,
  reach: (visitor: Visitor) => Promise<unknown> = () => Promise.resolve(),
): GalleryState =>
  signedIn(
    name,
    async (visitor) => {
      await visitor.press('account:menu.history');
      await visitor.sees(selector);
      return reach(visitor);
    },
    (api) => {
      const rows = (items ?? []).map((item, at) => historyItem({ id: `i${at}`, ...item }));
      const body = { history: rows, page: 1, pages: rows.length > 3 ? 3 : 1, total: rows.length };
      api.on('GET /api/auth/download-history', items === null ? { status: 500 } : { body });
    },
  );

const DOWNLOADS: readonly Partial<HistoryItem>[] = [
  {
    ...{ title: TITLE, thumbnail_url: 'https://i.example/1.jpg', thumbnail_grant: 'granted' },
    ...{ file_url: '/api/download/file/kept', expires_in_seconds: 2520 },
  },
  { title: 'Rapids', status: 'in_progress', file_size: null },
  { title: 'Episode 7', platform: 'a.example', format: 'audio', quality: null, duration: 3601 },
  { title: 'The delta', status: 'failed', file_size: null },
];

export const ACCOUNT: StateGroup = {
  name: 'account',
  states: [
    signsIn('account-sign-in', { mode: 'login' }),
    signsIn('account-sign-in-refused', { mode: 'login' }, async (visitor) => {
      // Not selected by its text, which in some languages is also the text of the button in the
      // header.
      await visitor.click('dialog[open] button[type=submit]');
      return visitor.sees('dialog[open] [aria-invalid=true]');
    }),
    signsIn('account-register', { mode: 'register' }),
    signsIn('account-forgot', { mode: 'forgot-password' }),
    signsIn('account-reset', { mode: 'reset-password', token: 'A'.repeat(43) }),
    signsIn('account-verify', { mode: 'verify-email' }),
    signsIn('account-registered', { mode: 'register' }, async (visitor) => {
      await visitor.fills('dialog[open] input[name=email]', 'ada@example.com');
      await visitor.fills('dialog[open] input[name=password]', 'Correct-horse1');
      await visitor.fills('dialog[open] input[name=again]', 'Correct-horse1');
      await visitor.click('dialog[open] button[type=submit]');
      return visitor.sees('dialog[open] input[name=token]');
    }),
    signedIn(
      'account-menu',
      async (visitor) => {
        await visitor.press('account:menu.label');
        return visitor.sees('header details[open]');
      },
      undefined,
      user({ email_verified: false }),
    ),
    profile('account-profile', null),
    profile('account-preferences', 'profile:tabs.preferences'),
    profile('account-security', 'profile:tabs.security'),
    feed('account-feed-empty', { url: null, items: [], limit: 100 }),
    feed('account-feed', FEED),
    api('account-api-empty', [], [], 'dialog[open] [role=tabpanel] section ~ section input'),
    api('account-api', KEYS, DELIVERIES, 'dialog[open] section ~ section li'),
    history('account-history-empty', [], 'dialog[open] a'),
    history('account-history', DOWNLOADS, 'dialog[open] li h3'),
    history('account-history-clear', DOWNLOADS, 'dialog[open] li h3', async (visitor) => {
      await visitor.press('history:clear.action');
      return visitor.sees('dialog[open] [role=alertdialog]');
    }),
    history('account-history-failed', null, 'dialog[open] [role=alert]'),
  ],
};
