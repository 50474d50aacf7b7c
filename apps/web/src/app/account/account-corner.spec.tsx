import { readThemeChoice } from '@dipper/site';
import { API, messageReplySchema, type User } from '@dipper/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callAs } from '../../entities/session/call-as.js';
import { publishUnknown } from '../../entities/session/current-session.js';
import { closeSession, noteUser, openSession } from '../../entities/session/session.js';
import { SessionServer, user } from '../../testing/accounts.js';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { OverlayHost } from '../../ui/overlays/overlay-host.js';
import { SiteHeader } from '../shell/site-header.js';

let server: SessionServer;

function show(authentication_enabled = true, paidPlans = false) {
  renderAt(
    '/',
    <OverlayHost>
      <SiteHeader />
    </OverlayHost>,
    siteConfig({ authentication_enabled, accounts: { dailyDownloads: 50, paidPlans } }),
  );
  return userEvent.setup();
}

/** Renders the page with the menu open, for a visitor whose tokens are in local storage. */
async function showTo(account: User, paidPlans = false) {
  server.account = account;
  window.localStorage.setItem(
    'session',
    JSON.stringify({ ...server.issue(), expires_at: Date.now() + 900_000 }),
  );
  const tester = show(true, paidPlans);
  const [menu] = await screen.findAllByText(/^Your account:/);
  await tester.click(menu as HTMLElement);
  return tester;
}

/** Returns the entries of the wide header's menu. */
const entries = () => {
  const summary = screen.getByText(/^Your account:/).closest('details');
  return within(within(summary as HTMLElement).getByRole('list'));
};
const names = () =>
  entries()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  window.localStorage.clear();
  server = new SessionServer().install();
  publishUnknown();
});
afterEach(() => act(() => closeSession()));

it('shows visitors sign-in and sign-up buttons in both headers, without a request', async () => {
  show();
  expect(await screen.findAllByRole('button', { name: 'Sign In' })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Sign Up' })).toHaveLength(2);
  expect(document.documentElement).not.toHaveAttribute('data-session');
  expect(server.calls).toEqual([]);
});

it('submits a form that opens the same dialog if scripts have not loaded yet', async () => {
  show();
  const [button] = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Sign Up' });
  expect(button?.form).toHaveAttribute('action', '/');
  expect(new FormData(button?.form as HTMLFormElement, button).get('auth')).toBe('register');
});

it('renders nothing on domains without accounts', async () => {
  window.localStorage.setItem('session', JSON.stringify(server.issue()));
  show(false);
  await act(() => Promise.resolve());
  expect(screen.queryByText(/sign|account/i)).toBeNull();
  expect(server.calls).toEqual([]);
});

const PAID = user({ subscription: { ...user().subscription, tier: 'pro' } });

it.each<[string, User, boolean, string[]]>([
  [
    'free and unverified',
    user({ email_verified: false }),
    true,
    ['Upgrade Plan (opens in a new tab)', 'Verify Email'],
  ],
  ['free where nothing is sold', user(), false, []],
  ['paid', PAID, true, ['Subscription (opens in a new tab)']],
  ['paid where nothing is sold', PAID, false, ['Subscription (opens in a new tab)']],
])('shows the menu of an account that is %s', async (_name, account, paidPlans, own) => {
  await showTo(account, paidPlans);
  expect(names()).toEqual(['Download History', 'Profile & Settings', ...own, 'Sign Out']);
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
});

it('opens the plans in a new tab', async () => {
  await showTo(user(), true);
  const plan = entries().getByRole('link', { name: /^Upgrade Plan/ });
  expect(plan).toHaveAttribute('href', '/upgrade');
  expect(plan).toHaveAttribute('target', '_blank');
});

it('signs out', async () => {
  const tester = await showTo(user());
  await tester.click(entries().getByRole('button', { name: 'Sign Out' }));
  expect(screen.getAllByRole('button', { name: 'Sign In' })).toHaveLength(2);
  expect(window.localStorage.getItem('session')).toBeNull();
  expect(server.count('POST /api/auth/logout')).toBe(1);
});

it.each([
  [null, 'Verification email sent!'],
  [{ status: 500, body: {} }, 'Failed to resend verification email'],
  ['cut', /^Network error: Cannot connect to server\./],
] as const)('reports the outcome of resending the verification email: %j', async (fate, said) => {
  const tester = await showTo(user({ email_verified: false }));
  server.fate = () => fate;
  await tester.click(entries().getByRole('button', { name: 'Verify Email' }));
  expect(await screen.findByText(said, { selector: 'p' })).toBeInTheDocument();
  expect(screen.getByText(/^Your account:/).closest('summary')).toHaveFocus();
});

it('reports an expired session and offers a button to sign in again', async () => {
  const tester = await showTo(user());
  server.end();
  await act(() => callAs(API.profile, messageReplySchema).catch(() => undefined));
  const said = await screen.findByText('Session expired. Please login again.', { selector: 'p' });
  expect(said).toHaveAttribute('role', 'alert');
  expect(screen.getAllByRole('button', { name: 'Sign In' })).toHaveLength(2);
  await tester.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('dialog', { name: /^Sign in to/ })).toBeInTheDocument();
});

it('applies the theme of the account at sign-in and when it changes, but not in between', async () => {
  const dark = user();
  const preferences = { ...dark.profile.preferences, theme: 'dark' as const };
  server.account = user({ profile: { ...dark.profile, preferences } });
  show();
  await screen.findAllByRole('button', { name: 'Sign In' });
  act(() => openSession(server.issue()));
  await waitFor(() => expect(readThemeChoice(document.cookie)).toBe('dark'));
  document.cookie = 'theme=light';
  act(() => noteUser({ ...server.account, username: 'other' }));
  expect(readThemeChoice(document.cookie)).toBe('light');
  act(() =>
    noteUser(
      user({ profile: { ...dark.profile, preferences: { ...preferences, theme: 'auto' } } }),
    ),
  );
  expect(readThemeChoice(document.cookie)).toBe('auto');
});
