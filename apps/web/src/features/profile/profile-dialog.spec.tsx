import { DEFAULT_PREFERENCES, ERRORS, type User } from '@dipper/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createI18n } from '../../i18n/create-i18n.js';
import account from '../../i18n/en/account.js';
import common from '../../i18n/en/common.json';
import profile from '../../i18n/en/profile.json';
import { currentSession } from '../../entities/session/current-session.js';
import { closeSession, openSession } from '../../entities/session/session.js';
import { SessionServer, user as account_ } from '../../testing/accounts.js';
import { renderAt } from '../../testing/render-at.js';
import { ProfileDialog } from './profile-dialog.js';

const texts = createI18n('en', { common, account, profile });
const PUT = 'PUT /api/auth/profile';
const CHANGE = 'POST /api/auth/change-password';

let server: SessionServer;
let sent: unknown[];
let close: jest.Mock;

/** Opens the dialog for a signed-in visitor and answers `PUT` requests as the server does. */
function show(overrides: Partial<User> = {}) {
  server = new SessionServer();
  server.account = account_(overrides);
  server.install();
  sent = [];
  close = jest.fn();
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const body = JSON.parse((init?.body as string | undefined) ?? 'null') as Partial<
      User['profile']
    > | null;
    if (body !== null) {
      sent.push(body);
    }
    const { profile: before } = server.account;
    const after = { ...before, ...body };
    server.fate = (call) =>
      call === PUT ? { status: 200, body: { message: 'Saved', profile: after } } : failing(call);
    return fetch(input, init);
  };
  openSession(server.issue());
  renderAt('/', <ProfileDialog close={close} />, undefined, texts);
  return userEvent.setup();
}
let failing: SessionServer['fate'] = () => null;

/** Waits until the dialog has asked for the current usage, which it shows when the reply arrives. */
const refreshed = () => waitFor(() => expect(server.count('GET /api/auth/me')).toBeGreaterThan(0));

afterEach(() => {
  failing = () => null;
  act(() => closeSession('sessionExpired'));
  window.localStorage.clear();
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const optionsOf = (name: string) =>
  within(field(name))
    .getAllByRole<HTMLOptionElement>('option', { hidden: true })
    .map((option) => option.textContent);
/** Returns the save button of the active tab. Without CSS, all tabs are visible. */
const save = () => {
  const panel = document.querySelector<HTMLElement>('[role=tabpanel][data-state=active]');
  return within(panel as HTMLElement).getByText(/^(Save changes|Change password)$/);
};
const done = () =>
  [...document.querySelectorAll('[role=status]')].map((status) => status.textContent).join('');
const fact = (name: string) => screen.getByText(name).nextElementSibling;

it('offers every choice in the specification with a readable label', async () => {
  show();
  await refreshed();
  expect(optionsOf('Time zone')).toHaveLength(11);
  expect(optionsOf('Time zone').slice(0, 3)).toEqual(['UTC', 'New York', 'Chicago']);
  expect(optionsOf('Language').join(' ')).toBe(
    'English Español Français Deutsch Italiano Português Русский 日本語 한국어 中文 العربية हिन्दी',
  );
  expect(optionsOf('Default video quality').map((it) => it.split(/[ :]/)[0])).toEqual([
    ...['4K', '1080p', '720p', '480p', '360p', 'Automatic'],
  ]);
  expect(optionsOf('Default audio format')).toEqual(['MP3', 'WAV', 'FLAC', 'AAC', 'M4A']);
  expect(optionsOf('Theme')).toEqual(['Light', 'Dark', 'Same as this device']);
});

it.each([
  [50, '50'],
  [null, 'Unlimited'],
])('shows the account and its current usage, with the daily limit %s', async (limit, words) => {
  const usage_limits = { downloads_today: 1, daily_limit: limit };
  show({ email_verified: false, subscription: { tier: 'gold', usage_limits } });
  server.account = account_({
    subscription: { tier: 'gold', usage_limits: { ...usage_limits, downloads_today: 1234 } },
  });
  expect(fact('Email')).toHaveTextContent('ada@example.comNot verified');
  expect(fact('Plan')).toHaveTextContent('Gold');
  expect(fact('Daily limit')).toHaveTextContent(words);
  await waitFor(() => expect(fact('Downloads today')).toHaveTextContent('1234'));
});

it('mentions neither a limit nor an upgrade where nothing is sold', async () => {
  show();
  await refreshed();
  expect(fact('Plan')).toHaveTextContent('Free');
  expect(screen.queryByText('Daily limit')).toBeNull();
  expect(screen.queryByText(/past the limit/)).toBeNull();
  expect(screen.queryByText(/upgrade/i)).toBeNull();
});

it('shows the name that was given at sign-up', async () => {
  show({ profile: { ...account_().profile, display_name: 'Ada' } });
  await refreshed();
  expect(screen.getByRole('textbox', { name: 'Display name' })).toHaveValue('Ada');
});

it('saves only the active tab and keeps what the visitor typed in another', async () => {
  const user = show();
  await user.clear(field('Display name'));
  await user.type(field('Display name'), 'Countess');
  await user.click(screen.getByText('Preferences'));
  await user.selectOptions(field('Default video quality'), '4k');
  await user.click(field('Keep a download history'));
  await user.click(save());
  const preferences = {
    ...DEFAULT_PREFERENCES,
    default_video_quality: '4k',
    download_history_enabled: false,
  };
  await waitFor(() => expect(done()).toBe('Profile updated successfully!'));
  expect(sent).toEqual([{ preferences }]);
  expect(currentSession().user?.profile.preferences).toEqual(preferences);
  await user.click(screen.getByText('Profile'));
  expect(field('Display name')).toHaveValue('Countess');
  await user.click(save());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({
    ...{ display_name: 'Countess', avatar_url: '', timezone: 'UTC', language: 'en', country: '' },
  });
});

it('shows the save confirmation until something changes', async () => {
  const user = show();
  await user.click(save());
  await waitFor(() => expect(done()).toBe('Profile updated successfully!'));
  await user.type(field('Country'), 'x');
  expect(done()).toBe('');
});

it.each([
  'http://a.example/1.png',
  'javascript:alert(1)',
  'https://a.example/"x',
  'data:image/png,',
])('rejects the picture address %s', async (address) => {
  const user = show();
  await user.click(field('Avatar link'));
  await user.paste(address);
  await user.click(save());
  await waitFor(() =>
    expect(field('Avatar link')).toHaveAccessibleDescription(ERRORS.AVATAR_INVALID.message),
  );
  expect(sent).toEqual([]);
});

describe('changing the password', () => {
  async function change(current: string, next: string, again = next) {
    const user = show();
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    for (const [name, value] of [
      ['Current password', current],
      ['New password', next],
      ['Confirm new password', again],
    ] as const) {
      await user.click(field(name));
      await user.paste(value);
    }
    await user.click(save());
  }

  it.each([
    ['', 'Abcdefg1', 'Abcdefg1', 'Current password', 'Password is required'],
    ['a', 'Abcdef1', 'Abcdef1', 'New password', 'Password must be at least 8 characters long'],
    ['a', 'Abcdefg1', 'Abcdefg2', 'Confirm new password', 'New passwords do not match'],
    ['a', 'abcdefg1', 'abcdefg1', 'New password', ERRORS.PASSWORD_NEEDS_UPPERCASE.message],
  ])('from %j to %j confirmed as %j fails at %s', async (current, next, again, name, sentence) => {
    await change(current, next, again);
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(sentence));
    expect(sent).toEqual([]);
  });

  it.each<[string, ReturnType<SessionServer['fate']>, string]>([
    [
      'the message of the server',
      { status: 403, body: { code: 'WRONG_PASSWORD', error: ERRORS.WRONG_PASSWORD.message } },
      ERRORS.WRONG_PASSWORD.message,
    ],
    ['its own message for an empty reply', { status: 500, body: {} }, 'Password change failed'],
    [
      'its own message for an unreadable reply',
      { status: 200, body: {} },
      'Failed to change password',
    ],
    ['a network failure', 'cut', 'Network error: Cannot connect to server.'],
  ])('reports %s', async (_, fate, sentence) => {
    failing = (call) => (call === CHANGE ? fate : null);
    await change('Old12345', 'Abcdefg1');
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(field('New password')).toHaveValue('Abcdefg1');
  });

  it('confirms the change and clears the fields, without sending the confirmation field', async () => {
    await change('Old12345', 'Abcdefg1');
    await waitFor(() => expect(done()).toBe('Password changed successfully!'));
    expect(sent).toEqual([{ current_password: 'Old12345', new_password: 'Abcdefg1' }]);
    expect(field('New password')).toHaveValue('');
    expect(field('Current password')).toHaveValue('');
  });
});

it('closes when the session ends', async () => {
  show();
  expect(close).not.toHaveBeenCalled();
  act(() => closeSession('sessionExpired'));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(screen.queryByRole('dialog')).toBeNull();
});
