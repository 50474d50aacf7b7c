import { type ApiKeyInfo, ERRORS, type WebhookDelivery } from '@dipper/contract';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createI18n } from '../../../i18n/create-i18n.js';
import account from '../../../i18n/en/account.js';
import common from '../../../i18n/en/common.json';
import profile from '../../../i18n/en/profile.json';
import { closeSession, openSession } from '../../../entities/session/session.js';
import { SessionServer } from '../../../testing/accounts.js';
import { renderAt } from '../../../testing/render-at.js';
import { ApiSettings } from './api-settings.js';

const texts = createI18n('en', { common, account, profile });
const KEY: ApiKeyInfo = {
  ...{ id: 'k1', name: 'Nightly bot', prefix: 'dip_a1B2', scopes: ['read'] },
  ...{ requests_per_minute: 120, created_at: '2026-11-20T09:00:00.000Z', expires_at: null },
  last_used_at: '2026-11-27T23:59:00.000Z',
};
const DELIVERY: WebhookDelivery = {
  ...{ id: 'msg_1', task_id: 'task', url: 'https://hooks.example.com/a?token=secret' },
  ...{ type: 'task.complete', state: 'failed', attempts: 9, last_status: 503, last_error: null },
  ...{ created_at: '2026-11-27T09:00:00.000Z', next_attempt_at: null },
};
const SECRET = { secret: 'whsec_old', previous_until: null };

let server: SessionServer;
let replies: Record<string, number | { status: number; body: object }>;

function show(
  keys: ApiKeyInfo[] = [],
  deliveries: WebhookDelivery[] = [],
  more: typeof replies = {},
) {
  server = new SessionServer().install();
  replies = {
    'GET /api/auth/keys': { status: 200, body: { keys, limit: 10 } },
    'GET /api/auth/webhooks': { status: 200, body: { ...SECRET, deliveries } },
    ...more,
  };
  server.fate = (call) => replies[call] ?? null;
  openSession(server.issue());
  renderAt('/', <ApiSettings />, undefined, texts);
  return userEvent.setup();
}
afterEach(() => {
  act(() => closeSession('sessionExpired'));
  window.localStorage.clear();
});

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('li') as HTMLElement);

it('creates a key, shows it once, and revokes it after a confirmation', async () => {
  const user = show();
  expect(await screen.findByText('You have no keys yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('Check what you entered here.')).toBeVisible();
  expect(server.calls).not.toContain('POST /api/auth/keys');

  replies['POST /api/auth/keys'] = { status: 201, body: { ...KEY, key: 'dip_a1B2secret' } };
  await user.type(screen.getByLabelText('Name of the new key'), 'Nightly bot');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const shown = await screen.findByDisplayValue('dip_a1B2secret');
  expect(shown).toHaveFocus();
  expect(screen.getByLabelText('Name of the new key')).toHaveValue('');
  await user.click(screen.getAllByRole('button', { name: 'Copy' })[0] as HTMLElement);
  expect(await navigator.clipboard.readText()).toBe('dip_a1B2secret');

  const row = await rowOf('dip_a1B2…');
  expect(
    row.getByText('Read only · Last used on November 27, 2026 · Requests per minute: 120'),
  ).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Revoke Nightly bot' }));
  expect(row.getByRole('button', { name: 'Keep' })).toHaveFocus();
  replies['DELETE /api/auth/keys/k1'] = { status: 200, body: { revoked: true } };
  await user.click(row.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('You have no keys yet.')).toBeVisible();
  expect(screen.queryByDisplayValue('dip_a1B2secret')).toBeNull();
  expect(screen.getByRole('heading', { name: 'API keys' })).toHaveFocus();
});

it('creates a key with an expiry and a limit, and refuses a limit that is not a number', async () => {
  const user = show();
  await user.type(await screen.findByLabelText('Name of the new key'), 'Bot');
  const expiry = screen.getByLabelText('Expiry');
  expect(
    within(expiry)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([...['No expiry', '30 days', '90 days', '1 year']]);
  await user.selectOptions(expiry, '1 year');
  const rate = screen.getByLabelText('Requests per minute');
  await user.type(rate, '1e3');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect(rate).toHaveFocus();
  expect(rate).toHaveAccessibleDescription(/^A whole number up to 10,000\./);
  expect(rate).toBeInvalid();
  expect(server.calls).not.toContain('POST /api/auth/keys');

  let sent: unknown;
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    sent = JSON.parse(init?.body as string);
    return fetch(input, init);
  };
  const expires_at = '2027-11-28T09:00:00.000Z';
  const made = { ...KEY, requests_per_minute: 30, expires_at, key: 'dip_a1B2secret' };
  replies['POST /api/auth/keys'] = { status: 201, body: made };
  await user.clear(rate);
  await user.type(rate, '30');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const row = await rowOf('dip_a1B2…');
  expect(row.getByText(/ · Requests per minute: 30 · Expires on November 28, 2027$/)).toBeVisible();
  expect(sent).toEqual({
    ...{ name: 'Bot', scopes: ['read', 'make'], expires_in_days: 365, requests_per_minute: 30 },
  });
});

it('shows why a key was not created or revoked, and keeps the list', async () => {
  const user = show([KEY]);
  const row = await rowOf('Nightly bot');
  await user.type(screen.getByLabelText('Name of the new key'), 'Another');
  const full = { error: ERRORS.TOO_MANY_KEYS.message, code: 'TOO_MANY_KEYS' };
  replies['POST /api/auth/keys'] = { status: 409, body: full };
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText(ERRORS.TOO_MANY_KEYS.message)).toBeVisible();
  replies['DELETE /api/auth/keys/k1'] = 500;
  await user.click(row.getByRole('button', { name: 'Revoke Nightly bot' }));
  await user.click(row.getByRole('button', { name: 'Revoke' }));
  expect(await row.findByRole('button', { name: 'Revoke Nightly bot' })).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

it('loads again after a failure', async () => {
  const user = show([KEY], [], { 'GET /api/auth/keys': 500 });
  expect(await screen.findByRole('alert')).toBeVisible();
  replies['GET /api/auth/keys'] = { status: 200, body: { keys: [KEY], limit: 10 } };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nightly bot')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends a message again, and replaces the secret, which is hidden at first', async () => {
  const user = show([], [DELIVERY]);
  const row = await rowOf('hooks.example.com');
  expect(row.getByText('Not delivered')).toBeVisible();
  expect(document.body).not.toHaveTextContent('token=secret');
  const due = { ...DELIVERY, state: 'due', attempts: 0 };
  replies['POST /api/auth/webhooks/msg_1/replay'] = { status: 200, body: due };
  await user.click(row.getByRole('button', { name: 'Send again' }));
  expect(await row.findByText('Sending')).toBeVisible();

  const field = screen.getByLabelText<HTMLInputElement>('Signing secret');
  expect(field.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect([field.type, field.value]).toEqual(['text', 'whsec_old']);
  const until = '2026-11-29T12:00:00.000Z';
  const next = { secret: 'whsec_new', previous_until: until };
  replies['POST /api/auth/webhooks/secret'] = { status: 200, body: next };
  await user.click(screen.getByRole('button', { name: 'Replace secret' }));
  expect(await screen.findByDisplayValue('whsec_new')).toBe(field);
  expect(screen.getByText(/^Until November 29, 2026/)).toBeVisible();
});

it('links to the page for developers', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Developers' });
  expect(link).toHaveAttribute('href', '/developers');
});
