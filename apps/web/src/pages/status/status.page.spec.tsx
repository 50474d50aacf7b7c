import { FakeApi, type FakeReply } from '@dipper/client/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { defaultDomainConfig, type ServiceStatus } from '@dipper/contract';
import { resolve } from '@dipper/site';
import { MemoryRouter } from 'react-router-dom';
import { I18nProvider } from '../../i18n/use-translation.js';
import { ROUTER_FUTURE } from '../../lib/react/router-future.js';
import { CurrentPageProvider } from '../../site/current-page.js';
import { SiteProvider } from '../../site/site.js';
import { english } from '../../testing/english.js';
import { serviceStatus, siteConfig } from '../../testing/fixtures.js';
import { StatusPage } from './status.page.js';

const names = ['youtube', 'tiktok', 'vimeo', 'bilibili'];
const { supportedPlatforms } = defaultDomainConfig('dipper.example');
const config = siteConfig({
  supportedPlatforms: supportedPlatforms.filter(({ id }) => names.includes(id)),
});
const site = { config, origin: '', prefix: '', retentionSeconds: 3600 };

const page = (status?: ServiceStatus) => (
  <MemoryRouter future={ROUTER_FUTURE} initialEntries={['/status']}>
    <I18nProvider value={english}>
      <SiteProvider value={{ ...site, status }}>
        <CurrentPageProvider value={resolve('/status', config, { languages: ['en'], posts: [] })}>
          <StatusPage />
        </CurrentPageProvider>
      </SiteProvider>
    </I18nProvider>
  </MemoryRouter>
);
const rows = () => {
  const list = within(screen.getByRole('region', { name: 'Sites' })).getAllByRole('listitem');
  return list.map((row) => row.textContent);
};

it("shows everything in the server's HTML, with times in UTC", () => {
  const html = renderToString(page(serviceStatus()));
  const text = html.replace(/<[^>]*>/g, '');
  expect(text).toContain('1 site is failing right now.');
  expect(text).toContain('3 downloads are waiting in line.');
  expect(text).toContain('Checked at 16:32 UTC');
  expect(text).toContain('YouTubeFailing since 14:10 UTC');
  expect(text).toContain('TikTokSome downloads fail');
  expect(text).toContain('VimeoWorks');
  expect(text).toContain('BilibiliNot enough recent downloads to tell');
});

it('shows its rows before the status is known, and then fills them in', async () => {
  const api = new FakeApi().install();
  let reply: (reply: FakeReply) => void = () => undefined;
  api.on('GET /api/status', () => new Promise((answer) => (reply = answer)));
  render(page());
  expect(rows()).toHaveLength(4);
  expect(screen.getByText('Checking...')).toBeVisible();
  await waitFor(() => expect(api.calls).toHaveLength(1));
  await act(async () => {
    reply({ body: serviceStatus({ waiting: 0 }) });
    await Promise.resolve();
  });
  expect(await screen.findByText('Nobody is waiting in line.')).toBeVisible();
  expect(rows()).toHaveLength(4);
});

it('says once that no platform has a known state, instead of claiming that none is failing', () => {
  const platforms = serviceStatus().platforms.map((it) => ({ ...it, state: 'unknown' as const }));
  render(page(serviceStatus({ platforms })));
  expect(screen.getByText('Not enough recent downloads to tell')).toBeVisible();
  expect(screen.queryByText('No site is failing right now.')).toBeNull();
  expect(rows()).toEqual(['YouTube', 'TikTok', 'Vimeo', 'Bilibili']);
});

it('says that the status cannot be read', async () => {
  new FakeApi().install().on('GET /api/status', { status: 503 });
  render(page());
  expect(await screen.findByText(/We can't read the status/)).toBeVisible();
});

it.each<[string, Partial<ServiceStatus['platforms'][number]>, RegExp]>([
  ['an outage of more than a day', { is_longer: true }, /^YouTubeFailing for more than a day$/],
  [
    'an outage since another day',
    { failing_since: '2026-11-20T05:30:00.000Z' },
    /^YouTubeFailing since .*November.*5:30/,
  ],
])('describes %s', async (_, change, text) => {
  const [youtube, ...others] = serviceStatus().platforms;
  const status = serviceStatus({ platforms: [{ ...youtube!, ...change }, ...others] });
  new FakeApi().install().on('GET /api/status', { body: status });
  render(page(status));
  expect(await screen.findByText(/1 site is failing/)).toBeVisible();
  expect(rows()[0]).toMatch(text);
});
