import { FakeApi } from '@dipper/client/testing';
import { fireEvent, screen } from '@testing-library/react';
import { defaultDomainConfig } from '@dipper/contract';
import { PreviewScreen } from '../features/preview/preview-screen.js';
import { SearchPanel } from '../features/search/search-panel.js';
import { useSearch } from '../features/search/use-search.js';
import { callApiAt } from '../lib/api/api-address.js';
import { siteConfig, videoInfo } from '../testing/fixtures.js';
import { renderAt } from '../testing/render-at.js';

const SITE = siteConfig({
  supportedPlatforms: defaultDomainConfig('dipper.example').supportedPlatforms,
  api: {
    baseUrl: 'https://api.example/',
    endpoints: { download: '/v2/search', preview: '/v2/page', imageProxy: '/v2/image' },
  },
});
const PICTURE = encodeURIComponent('https://i.example/1.jpg');

let api: FakeApi;

beforeEach(() => {
  const { title, platform, thumbnail_url, thumbnail_grant, uploader, duration } = videoInfo();
  api = new FakeApi()
    .on('POST https://api.example/v2/search', { body: videoInfo() })
    .on('GET https://api.example/v2/page', {
      body: { title, platform, thumbnail_url, thumbnail_grant, uploader, duration },
    })
    .install();
  callApiAt(SITE.api);
});
afterEach(() => callApiAt({ baseUrl: '' }));

function Panel() {
  return <SearchPanel search={useSearch()} />;
}

it('sends searches to the configured endpoint and loads pictures from it', async () => {
  const { container } = renderAt('/', <Panel />, SITE);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'https://vimeo.com/1' } });
  fireEvent.submit(screen.getByRole('textbox'));
  await screen.findByText('A clip');
  const pictures = [...container.querySelectorAll('img')].map(({ src }) => src);
  expect(pictures).toContain(`https://api.example/v2/image?url=${PICTURE}&grant=granted`);
});

it('requests a missing title from the configured endpoint and loads the poster from there', async () => {
  const source = 'https://vimeo.com/1';
  const query = new URLSearchParams({ url: 'https://cdn.example/a.mp4', source_url: source });
  renderAt(`/preview?${query.toString()}`, <PreviewScreen />, SITE);
  expect(await screen.findByRole('heading', { name: 'A clip' })).toBeVisible();
  const asked = api.calls.filter(({ call }) => call.includes('/v2/page')).at(-1);
  expect(asked?.url).toContain(`?url=${encodeURIComponent(source)}`);
  const video = await screen.findByLabelText(/A clip/, { selector: 'video' });
  expect(video).toHaveAttribute(
    'poster',
    `https://api.example/v2/image?url=${PICTURE}&grant=granted`,
  );
});

it('does not request a title that is already in the address', () => {
  const query = new URLSearchParams({
    ...{ url: 'https://cdn.example/a.mp4', title: 'Mine' },
    source_url: 'https://vimeo.com/1',
  });
  renderAt(`/preview?${query.toString()}`, <PreviewScreen />, SITE);
  expect(api.calls).toEqual([]);
});
