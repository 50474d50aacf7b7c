import { FakeApi } from '@dipper/client/testing';
import { act, screen } from '@testing-library/react';
import { renderAt } from '../../testing/render-at.js';
import { PreviewPartsContext } from './preview-context.js';
import { PreviewScreen } from './preview-screen.js';

const SOURCE = 'https://vimeo.com/123456789';
const addressOf = (query: object) =>
  `/preview?${new URLSearchParams({ ...query, title: 'Clip' }).toString()}`;

async function open(address: string): Promise<void> {
  new FakeApi()
    .on('GET /api/config', { body: { file_retention_seconds: 1800, environment: 'test' } })
    .install();
  renderAt(address, <PreviewScreen />);
  await act(() => Promise.resolve());
}

it('leads to the clip maker if the address contains only a page and a clip', async () => {
  const recipe = JSON.stringify({ kind: 'clip', start: 12, end: 41, as: 'gif' });
  await open(addressOf({ source_url: SOURCE, recipe }));
  const search = `/?url=${encodeURIComponent(`${SOURCE} 0:12-0:41 as gif`)}`;
  expect(screen.getByTestId('address')).toHaveTextContent(search);
});

it.each([
  { source_url: SOURCE },
  { recipe: '{"kind":"clip","start":12,"end":41}' },
  { source_url: SOURCE, recipe: '{"kind":"convert","to":"mp3"}' },
  { source_url: SOURCE, recipe: '{"kind":"clip","start":41,"end":12}' },
])('shows an error for %j', async (query) => {
  await open(addressOf(query));
  expect(document.title).toBe('Error: No URL provided');
});

it('puts the page that the address names into the form', async () => {
  const start = (link: string) => <p>{`Form for ${link}`}</p>;
  const parts = { start, share: () => null, toast: jest.fn() };
  renderAt(
    addressOf({ task_id: 'unknown', source_url: SOURCE }),
    <PreviewPartsContext value={{ ...parts, fetchAgain: () => Promise.resolve(null) }}>
      <PreviewScreen />
    </PreviewPartsContext>,
  );
  expect(await screen.findByText(`Form for ${SOURCE}`)).toBeVisible();
});

it('shows an error if there is no address', async () => {
  await open('/preview');
  expect(document.title).toBe('Error: No URL provided');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Error: No URL provided');
});
