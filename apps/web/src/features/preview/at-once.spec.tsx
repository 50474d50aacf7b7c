import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { SAVE_WHEN_READY, savesAtOnce } from '../../entities/task/at-once/save-at-once.js';
import { sockets } from '../../entities/task/testing/fake-socket.js';
import { FakeApi } from '../../testing/fake-api.js';
import { mergeStatus, TASK_ID } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

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
 */
function open(to: string, state?: object): void {
  renderAt(
    '/',
    <>
      <Link to={to} state={state}>
        Go
      </Link>
      <PreviewScreen />
    </>,
  );
  fireEvent.click(screen.getByText('Go'));
}
const save = () => screen.findByRole('link', { name: /^Download/ });
/** Waits for pending replies. */
const settled = () => act(() => new Promise((resolve) => void setTimeout(resolve)));
const choice = () => screen.queryByRole('checkbox', { name: /^Take the recommended one/ });

it.each([
  ['prepared', MADE, `/api/download/file/${TASK_ID}?download=1`],
  ['direct', DIRECT, expect.stringContaining('download=1')],
])('a %s file that started by itself is saved by itself, once', async (_, to, href) => {
  open(to, SAVE_WHEN_READY);
  await waitFor(() => expect(saved).toHaveBeenCalledWith(href));
  await screen.findByRole('link', { name: /^Download/ });
  expect(saved).toHaveBeenCalledTimes(1);
});

it('a file that the visitor chose waits for a press', async () => {
  open(MADE);
  await save();
  await settled();
  expect(saved).not.toHaveBeenCalled();
});

it('an installed app on iOS waits for a press', async () => {
  Object.assign(navigator, { standalone: true });
  open(MADE, SAVE_WHEN_READY);
  await save();
  await settled();
  expect(saved).not.toHaveBeenCalled();
});

it('a damaged file waits until the visitor has read the notice', async () => {
  sockets.ack = () => mergeStatus({ ...COMPLETE, damage: [{ from_seconds: 1, to_seconds: 2 }] });
  open(MADE, SAVE_WHEN_READY);
  await save();
  await settled();
  expect(saved).not.toHaveBeenCalled();
});

it('the setting is offered after the first saved file, and can be switched off again', async () => {
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

  it('"Other qualities" cancels what started by itself and leads back to the formats', async () => {
    open(MADE, SAVE_WHEN_READY);
    fireEvent.click(await screen.findByRole('button', { name: 'Other qualities' }));
    await waitFor(() => expect(api.count(`DELETE /api/download/task/${TASK_ID}`)).toBe(1));
    expect(screen.getByTestId('address')).toHaveTextContent(`/?url=${encodeURIComponent(SOURCE)}`);
  });

  it('a file that the visitor chose has only its cancel button', async () => {
    open(MADE);
    await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.queryByRole('button', { name: 'Other qualities' })).toBeNull();
  });
});
