import { ApiFailure } from '@dipper/client';
import { FakeApi } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '../../../testing/render-at.js';
import { type PreviewParts, PreviewPartsContext } from '../preview-context.js';
import { PreviewScreen } from '../preview-screen.js';

const SOURCE = 'https://vimeo.com/1';
const START = 'GET /api/download/start-merge';
let tasks = 0;

/** A request for the source page, to which the test replies. */
interface Reading {
  readonly signal: AbortSignal;
  readonly onPlace: (place: number | null) => void;
  readonly end: (path: string | null) => void;
  readonly fail: (error: unknown) => void;
}

describe('fetching an expired file again', () => {
  let api: FakeApi;
  let readings: Reading[];
  let task: string;
  let toasts: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    readings = [];
    toasts = [];
    tasks += 1;
    task = `gone${tasks}`;
    api = new FakeApi()
      .on(START, { status: 404, body: { error: 'Not known here.', code: 'TASK_UNKNOWN' } })
      .install();
  });
  afterEach(() => jest.useRealTimers());

  const settle = () => act(() => jest.advanceTimersByTimeAsync(0));
  const pathOf = (id: string) =>
    `/preview?url=/api/download/start-merge?task_id=${id}&title=Clip&resolution=720p&filename=x.mp4&filesize=1048576&source_url=${SOURCE}`;
  const parts: PreviewParts = {
    start: () => null,
    share: () => null,
    toast: ({ text }) => void toasts.push(text),
    fetchAgain: (_query, signal, onPlace) =>
      new Promise((end, fail) => void readings.push({ signal, onPlace, end, fail })),
  };
  const open = async (path = pathOf(task)) => {
    api.on(`HEAD /api/download/file/${task}`, { status: 410 });
    const page = renderAt(
      path,
      <PreviewPartsContext value={parts}>
        <PreviewScreen />
      </PreviewPartsContext>,
    );
    await settle();
    await settle();
    return page;
  };
  const button = () => screen.getByRole('button', { name: 'Download again' });
  const press = () => {
    button().focus();
    fireEvent.click(button());
  };
  const reading = () => readings.at(-1) as Reading;
  const address = () => screen.getByTestId('address').textContent;

  it('describes the file and offers one primary action', async () => {
    await open();
    expect(screen.getByRole('alert')).toHaveTextContent('720p MP4');
    expect(screen.getByRole('alert')).toHaveTextContent('1.0 MB');
    expect(button()).toHaveClass('button-primary');
    expect(screen.getByRole('link', { name: 'Return to Homepage' })).toHaveClass('button-quiet');
  });

  it('reads the source page once for two clicks, shows the progress, and starts the new task', async () => {
    await open();
    press();
    fireEvent.click(button());
    expect(readings).toHaveLength(1);
    expect(screen.getByText(/^Reading Vimeo again/)).toBeVisible();
    act(() => reading().onPlace(2));
    expect(screen.getByText("You're number 2 in line. We'll start automatically.")).toBeVisible();
    api.on(START, { body: { task_id: `${task}n`, status: 'queued' } });
    act(() => reading().end(pathOf(`${task}n`)));
    await settle();
    expect(address()).toBe(pathOf(`${task}n`));
    expect(api.count(START)).toBe(2);
    expect(screen.getByRole('progressbar')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('restarts when the source page still has the same task', async () => {
    await open();
    press();
    api.on(START, { body: { task_id: task, status: 'queued' } });
    act(() => reading().end(pathOf(task)));
    await settle();
    expect(api.count(START)).toBe(2);
    expect(screen.getByRole('progressbar')).toBeInTheDocument();
  });

  it('does not loop if the new file is gone, too', async () => {
    await open();
    press();
    api.on(`HEAD /api/download/file/${task}n`, { status: 410 });
    act(() => reading().end(pathOf(`${task}n`)));
    await settle();
    await settle();
    expect(readings).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Choose another format' })).toHaveClass(
      'button-primary',
    );
    expect(button()).toHaveClass('button-quiet');
  });

  it('shows all formats if that format is no longer available', async () => {
    await open();
    press();
    act(() => reading().end(null));
    await settle();
    expect(address()).toBe(`/?url=${encodeURIComponent(SOURCE)}`);
    expect(toasts).toEqual(['720p MP4 is no longer available. Choose another format.']);
  });

  it.each([
    [
      'the server gives a reason',
      new ApiFailure('http', { sentence: 'It was removed.', status: 422 }),
      'It was removed.',
    ],
    ['there is no reply', new ApiFailure('network'), /couldn't reach the server/],
    ['the reply cannot be read', new ApiFailure('unexpected'), /^We couldn't read the page/],
  ])('shows the failure and can be retried: %s', async (_case, error, sentence) => {
    await open();
    press();
    act(() => reading().fail(error));
    await settle();
    expect(screen.getAllByRole('alert').at(-1)).toHaveTextContent(sentence);
    expect(button()).toHaveFocus();
    press();
    expect(readings).toHaveLength(2);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('waits for as long as a busy server requests', async () => {
    await open();
    press();
    const busy = { sentence: 'Busy.', status: 503, retryAfterSeconds: 5 };
    act(() => reading().fail(new ApiFailure('http', busy)));
    await settle();
    expect(screen.getByRole('button', { name: 'Try again in 5 s' })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(button()).not.toHaveAttribute('aria-disabled');
  });

  it('is aborted by its Cancel button and when the visitor leaves the page', async () => {
    const page = await open();
    press();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(reading().signal.aborted).toBe(true);
    expect(button()).toHaveFocus();
    act(() => reading().end(pathOf('late')));
    await settle();
    expect(address()).toBe(pathOf(task));
    press();
    page.unmount();
    expect(reading().signal.aborted).toBe(true);
  });

  it('renews an expired direct link', async () => {
    const direct = (token: string) =>
      `/preview?url=https://cdn.example/${token}.mp4&title=Clip&source_url=${SOURCE}`;
    await open(direct('old'));
    api.on('HEAD /api/proxied_download', { status: 403 });
    fireEvent.error(screen.getByLabelText('Video: Clip'));
    await settle();
    expect(screen.getByRole('alert')).toHaveTextContent('Preview Session Expired');
    expect(screen.getByRole('button', { name: 'Go to Homepage' })).toHaveClass('button-quiet');
    const again = screen.getByRole('button', { name: 'Try again' });
    expect(again).toHaveClass('button-primary');
    fireEvent.click(again);
    act(() => reading().end(direct('new')));
    await settle();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByLabelText('Video: Clip')).toHaveAttribute(
      'src',
      '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fnew.mp4',
    );
    expect(screen.getByRole('link', { name: 'Other Formats' })).toBeVisible();
  });

  it('links to the home page when the source page is unknown', async () => {
    await open(`/preview?url=/api/download/start-merge?task_id=${task}`);
    expect(screen.queryByRole('button', { name: 'Download again' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return to Homepage' })).toHaveClass('button-primary');
  });
});
