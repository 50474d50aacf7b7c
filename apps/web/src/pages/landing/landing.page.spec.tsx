import { defaultDomainConfig } from '@dipper/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadContent } from '../../content/load-content.js';
import { keepResult } from '../../features/search/last-result.js';
import { FakeApi } from '../../testing/fake-api.js';
import { videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { LandingPage, PodcastsPage } from './landing.page.js';

const SEARCH = 'POST /api/download-video';
/** With all platforms. */
const SITE = defaultDomainConfig('dipper.example');
let api: FakeApi;

beforeAll(() => loadContent('en', ['landing/youtube', 'landing/bilibili', 'landing/podcasts']));
beforeEach(() => {
  api = new FakeApi().on(SEARCH, { body: videoInfo() }).install();
  keepResult(null, '');
  Element.prototype.scrollIntoView = jest.fn();
});

const youtube = (address = '/youtube-downloader', config = SITE) =>
  renderAt(address, <LandingPage params={{ platform: 'youtube' }} />, config);

it('shows what it finds on the page itself, and says so in the title', async () => {
  youtube();
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox'), 'https://vimeo.com/1{Enter}');
  expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe(`Dipper | Vimeo | ${videoInfo().title}`));
  expect(screen.getByTestId('address')).toHaveTextContent(/^\/youtube-downloader$/);
});

it('puts an example into the form, without a search', async () => {
  youtube();
  const [first] = screen.getAllByRole('link', { name: /^Try it: https:/ });
  const example = new URLSearchParams(first?.getAttribute('href')?.split('?')[1]).get('url');
  await userEvent.setup().click(first as HTMLElement);
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue(example));
  expect(api.count(SEARCH)).toBe(0);
});

it('has five questions, and the brand and the retention in its texts', () => {
  const { container } = youtube();
  expect(container.querySelectorAll('details > summary')).toHaveLength(5);
  expect(container).toHaveTextContent('Dipper');
  expect(container).not.toHaveTextContent('{{');
});

it('refuses what is no link in the words of its platform', async () => {
  renderAt('/bilibili-downloader', <LandingPage params={{ platform: 'bilibili' }} />, SITE);
  await userEvent.setup().type(screen.getByRole('textbox'), 'nothing{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please enter a valid Bilibili URL or Bilibili app message containing a URL',
  );
});

it.each([
  ['/youtube-to-mp3', 1],
  ['/youtube-to-mp4', 0],
])('%s says that the sound comes first, and as what: %i', (address, notes) => {
  youtube(address);
  expect(screen.queryAllByText(/MP3 is marked/)).toHaveLength(notes);
});

it('leads to the other platforms of the domain, in their order', () => {
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

it('leads to no page that there is not', () => {
  const supportedPlatforms = SITE.supportedPlatforms.map((it) =>
    it.id === 'tiktok' ? { ...it, id: 'spotify' as const, displayName: 'Spotify' } : it,
  );
  youtube('/youtube-downloader', { ...SITE, supportedPlatforms });
  expect(screen.getByRole('link', { name: 'Vimeo' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Spotify' })).not.toBeInTheDocument();
});

it('has a page for podcasts of any app', () => {
  renderAt('/podcast-downloader', <PodcastsPage />, SITE);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/podcast/i);
});

it('has no example of a platform whose links are refused', () => {
  const supportedPlatforms = SITE.supportedPlatforms.map((it) => ({
    ...it,
    enabled: it.id !== 'castbox',
  }));
  renderAt('/podcast-downloader', <PodcastsPage />, { ...SITE, supportedPlatforms });
  const examples = screen.getAllByRole('link', { name: /^Try it: https:/ });
  expect(examples.map((link) => link.getAttribute('href')).join()).not.toContain('castbox');
});
