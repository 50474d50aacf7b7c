import { FakeApi, mergeStatus, sockets, TASK_ID } from '@dipper/client/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { savesAtOnce } from '../../entities/task/at-once/save-at-once.js';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

const SAVE_WHEN_READY = { saveWhenReady: true };

const SOURCE = 'https://vimeo.com/1';
const MADE = `/preview?task_id=${TASK_ID}&video_format_id=v&audio_format_id=a&title=T&filename=t.mp4&source_url=${SOURCE}`;
const DIRECT = `/preview?url=https://cdn.example/a.mp4&title=T&filename=t.mp4&source_url=${SOURCE}`;
const COMPLETE = { status: 'complete', expires_in_seconds: 3000, kind: 'join' } as const;

let api: FakeApi;
let saved: jest.Mock;
beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  sockets.clear();
  sockets.connects = true;
  sockets.ack = () => mergeStatus(COMPLETE);
  api = new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: TASK_ID, status: 'queued' } })
    .on(`HEAD /api/download/file/${TASK_ID}`, { status: 200 })
    .on('HEAD /api/proxied_download', { status: 200 })
    .install();
  saved = jest.fn();
  const click: (this: HTMLElement) => void = Reflect.get(HTMLAnchorElement.prototype, 'click');
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    // The link that saves a file is never attached to the document.
    return this.isConnected ? click.call(this) : void saved(this.getAttribute('href'));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'standalone');
});

/**
 * Follows a link to a preview.
 * @param state the navigation state, which records how the visitor got here
 * @param formats the page of the formats; without it, there is only the preview
 */
function open(to: string, state?: object, formats?: ReactNode): void {
  const isAsked = (query: string) => formats !== undefined && query.startsWith('?url=');
  function Page() {
    return isAsked(useLocation().search) ? formats : <PreviewScreen />;
  }
  renderAt(
    '/',
    <Suspense>
      <Link to={to} state={state}>
        Go
      </Link>
      <Page />
    </Suspense>,
  );
  fireEvent.click(screen.getByText('Go'));
}
const save = () => screen.findByRole('link', { name: /^Download/ });
/** Waits for pending replies. */
const settled = () => act(() => new Promise((resolve) => void setTimeout(resolve)));
const choice = () =>
  screen.queryByRole('checkbox', { name: /^Next time: Prepare the recommended format/ });

it.each([
  ['prepared', MADE, `/api/download/file/${TASK_ID}?download=1`],
  ['direct', DIRECT, expect.stringContaining('download=1')],
])(
  'saves a %s file once, without a click, if it was started automatically',
  async (_, to, href) => {
    open(to, SAVE_WHEN_READY);
    await waitFor(() => expect(saved).toHaveBeenCalledWith(href));
    await screen.findByRole('link', { name: /^Download/ });
    expect(saved).toHaveBeenCalledTimes(1);
  },
);

it('does not save a file that the visitor chose until the button is clicked', async () => {
  open(MADE);
  await save();
  await settled();
  expect(saved).not.toHaveBeenCalled();
});

it('waits for a click in an installed app on iOS', async () => {
  Object.assign(navigator, { standalone: true });
  open(MADE, SAVE_WHEN_READY);
  await save();
  await settled();
  expect(saved).not.toHaveBeenCalled();
});

it('waits for a click if the file is damaged', async () => {
  sockets.ack = () => mergeStatus({ ...COMPLETE, damage: [{ from_seconds: 1, to_seconds: 2 }] });
  open(MADE, SAVE_WHEN_READY);
  await save();
  await settled();
  expect(saved).not.toHaveBeenCalled();
});

it('offers the setting after the first saved file, and lets the visitor switch it off again', async () => {
  open(MADE);
  fireEvent.click(await save());
  expect(choice()).toBeNull();
  await waitFor(() => expect(choice()).not.toBeChecked());
  fireEvent.click(choice() as HTMLElement);
  expect(savesAtOnce()).toBe(true);
  fireEvent.click(choice() as HTMLElement);
  expect(savesAtOnce()).toBe(false);
});

describe('while a file is being prepared', () => {
  beforeEach(() => {
    sockets.ack = () => mergeStatus({ status: 'processing', progress: 20 });
    api.on(`DELETE /api/download/task/${TASK_ID}`, { body: mergeStatus({ status: 'cancelled' }) });
  });

  it('"Other qualities" cancels an automatic download and returns to the formats', async () => {
    open(MADE, SAVE_WHEN_READY);
    fireEvent.click(await screen.findByRole('button', { name: 'Other qualities' }));
    await waitFor(() => expect(api.count(`DELETE /api/download/task/${TASK_ID}`)).toBe(1));
    expect(screen.getByTestId('address')).toHaveTextContent(`/?url=${encodeURIComponent(SOURCE)}`);
  });

  it('"Other qualities" does not show the cancelled download while the formats load', async () => {
    const Formats = lazy(() => new Promise<never>(() => undefined));
    open(MADE, SAVE_WHEN_READY, <Formats />);
    fireEvent.click(await screen.findByRole('button', { name: 'Other qualities' }));
    await waitFor(() => expect(api.count(`DELETE /api/download/task/${TASK_ID}`)).toBe(1));
    act(() => sockets.last().update(mergeStatus({ status: 'cancelled' })));
    await settled();
    expect(screen.getByRole('progressbar')).toBeVisible();
    expect(screen.queryByText(/cancelled/i)).toBeNull();
  });

  it('"Other qualities" of a clip returns to its times', async () => {
    open(`${MADE}&recipe={"kind":"clip","start":5,"end":12}`, SAVE_WHEN_READY);
    fireEvent.click(await screen.findByRole('button', { name: 'Other qualities' }));
    const text = `${SOURCE} 0:05-0:12`;
    await waitFor(() =>
      expect(screen.getByTestId('address')).toHaveTextContent(`/?url=${encodeURIComponent(text)}`),
    );
  });

  it('shows only the cancel button for a file that the visitor chose', async () => {
    open(MADE);
    await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.queryByRole('button', { name: 'Other qualities' })).toBeNull();
  });
});
