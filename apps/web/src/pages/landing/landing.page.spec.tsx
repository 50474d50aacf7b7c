import { FakeApi } from '@dipper/client/testing';
import { leave } from '../../entities/media/handover/handover.js';
import { defaultDomainConfig } from '@dipper/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadContent } from '../../content/load-content.js';
import { videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { submitLink } from '../../testing/submit-link.js';
import { LandingPage, PodcastsPage } from './landing.page.js';

const SEARCH = 'POST /api/download-video';
/** All platforms are enabled here. */
const SITE = defaultDomainConfig('dipper.example');
let api: FakeApi;

beforeAll(() => loadContent('en', ['landing/youtube', 'landing/bilibili', 'landing/podcasts']));
beforeEach(() => {
  api = new FakeApi().on(SEARCH, { body: videoInfo() }).install();
  leave({ result: null, earlier: [] });
  Element.prototype.scrollIntoView = jest.fn();
});

const youtube = (address = '/youtube-downloader', config = SITE) =>
  renderAt(address, <LandingPage params={{ platform: 'youtube' }} />, config);

it('shows the result on the page itself and in its title', async () => {
  youtube();
  submitLink('https://vimeo.com/1');
  expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe(`Dipper | Vimeo | ${videoInfo().title}`));
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent(
      '/youtube-downloader?url=https%3A%2F%2Fvimeo.com%2F1&go=1',
    ),
  );
});

it('fills in an example without searching', async () => {
  youtube();
  const [first] = screen.getAllByRole('link', { name: /^Try it: https:/ });
  const example = new URLSearchParams(first?.getAttribute('href')?.split('?')[1]).get('url');
  await userEvent.setup().click(first as HTMLElement);
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue(example));
  expect(api.count(SEARCH)).toBe(0);
});

it('shows five questions and no unfilled placeholder', () => {
  const { container } = youtube();
  expect(container.querySelectorAll('details > summary')).toHaveLength(5);
  expect(container).toHaveTextContent('Dipper');
  expect(container).not.toHaveTextContent('{{');
});

it("rejects invalid text with the platform's own message", async () => {
  renderAt('/bilibili-downloader', <LandingPage params={{ platform: 'bilibili' }} />, SITE);
  submitLink('nothing');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please enter a valid Bilibili URL or Bilibili app message containing a URL',
  );
});

it.each([
  ['/youtube-to-mp3', 1],
  ['/youtube-to-mp4', 0],
])('%s explains the recommended audio: %i', (address, notes) => {
  youtube(address);
  expect(screen.queryAllByText(/MP3 is recommended/)).toHaveLength(notes);
});

it("links to the domain's other platforms in order", () => {
  const platforms = SITE.supportedPlatforms.map((it) => ({
    ...it,
    enabled: ['youtube', 'vimeo', 'tiktok'].includes(it.id),
    priority: it.id === 'vimeo' ? 0 : it.priority,
  }));
  youtube('/youtube-downloader', { ...SITE, supportedPlatforms: platforms });
  const others = within(screen.getByRole('navigation', { name: 'Other platforms' }));
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/vimeo-downloader',
    '/tiktok-downloader',
  ]);
});

it('links to no missing pages', () => {
  const supportedPlatforms = SITE.supportedPlatforms.map((it) =>
    it.id === 'tiktok' ? { ...it, id: 'spotify' as const, displayName: 'Spotify' } : it,
  );
  youtube('/youtube-downloader', { ...SITE, supportedPlatforms });
  expect(screen.getByRole('link', { name: 'Vimeo' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Spotify' })).not.toBeInTheDocument();
});

it('podcasts from any app have a page', () => {
  renderAt('/podcast-downloader', <PodcastsPage />, SITE);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/podcast/i);
});

it('shows no example from a disabled platform', () => {
  const supportedPlatforms = SITE.supportedPlatforms.map((it) => ({
    ...it,
    enabled: it.id !== 'castbox',
  }));
  renderAt('/podcast-downloader', <PodcastsPage />, { ...SITE, supportedPlatforms });
  const examples = screen.getAllByRole('link', { name: /^Try it: https:/ });
  expect(examples.map((link) => link.getAttribute('href')).join()).not.toContain('castbox');
});
