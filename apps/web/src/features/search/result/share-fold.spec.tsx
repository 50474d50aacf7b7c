import { fireEvent, screen, waitFor } from '@testing-library/react';
import { renderAt } from '../../../testing/render-at.js';
import { format, videoInfo } from '../../../testing/fixtures.js';
import { ResultCard } from './result-card.js';

const Box = ({ path }: { readonly path: string }) => <p>Link of {path}</p>;

const card = (load: () => Promise<typeof Box>, filesize = 1) => (
  <ResultCard
    link="https://vimeo.com/1"
    info={videoInfo({ formats: [format({ filesize })] })}
    isNew={false}
    asksSizes={false}
    onClear={() => undefined}
    share={load}
  />
);
const toggle = () => fireEvent.click(screen.getByText('Share'));

it('loads the link of the recommended format once, when unfolded', async () => {
  const load = jest.fn(() => Promise.resolve(Box));
  renderAt('/', card(load));
  expect(load).not.toHaveBeenCalled();
  toggle();
  expect(await screen.findByText(/^Link of \/preview\?/)).toHaveTextContent(
    'url=https%3A%2F%2Fcdn',
  );
  toggle();
  toggle();
  await waitFor(() => expect(screen.getByText(/^Link of/)).toBeVisible());
  expect(load).toHaveBeenCalledTimes(1);
});

it('reports a failure to load and retries', async () => {
  const load = jest.fn<Promise<typeof Box>, []>().mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValue(Box);
  renderAt('/', card(load));
  toggle();
  expect(await screen.findByRole('alert')).toHaveTextContent("couldn't be opened");
  toggle();
  await waitFor(() =>
    expect(screen.getByText('Share').closest('details')).not.toHaveAttribute('open'),
  );
  toggle();
  expect(await screen.findByText(/^Link of/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
