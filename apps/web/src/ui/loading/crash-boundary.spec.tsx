import { FakeApi, type FakeReply } from '@dipper/client/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { CrashBoundary } from './crash-boundary.js';
import { renderAt } from '../../testing/render-at.js';
import { ChunkLoadError } from '../../lib/browser/stale-build.js';
import { lazyComponent } from '../../lib/react/lazy-component.js';

function Part() {
  return <p>The part</p>;
}

describe('lazyComponent', () => {
  it('renders synchronously after a preload', async () => {
    const part = lazyComponent(() => Promise.resolve(Part));
    await part.preload();
    render(
      <Suspense fallback={<p>Waiting</p>}>
        <part.Component />
      </Suspense>,
    );
    expect(screen.getByText('The part')).toBeVisible();
  });

  it('recovers from a failure when a preload succeeds', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    new FakeApi().install();
    const load = jest.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValue(Part);
    const part = lazyComponent(load as () => Promise<typeof Part>);
    const page = (
      <CrashBoundary page="/">
        <Suspense fallback={<p>Waiting</p>}>
          <part.Component />
        </Suspense>
      </CrashBoundary>
    );
    const { unmount } = renderAt('/', page);
    expect(await screen.findByRole('heading', { name: 'This page crashed' })).toBeVisible();
    unmount();
    await part.preload();
    renderAt('/', page);
    expect(screen.getByText('The part')).toBeVisible();
  });
});

function Missing(): never {
  throw new ChunkLoadError(new TypeError('gone'));
}

/** Two pages in one boundary, as in the shell. The code of the first is missing. */
function TwoPages() {
  const [page, setPage] = useState('/old');
  return (
    <>
      <button onClick={() => setPage('/next')}>Leave</button>
      <CrashBoundary page={page}>{page === '/old' ? <Missing /> : <Part />}</CrashBoundary>
    </>
  );
}

describe('a page whose code is missing', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
    window.sessionStorage.clear();
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['answers', 200],
    ['is down', 502],
  ])('is forgotten when the visitor leaves before the server %s', async (_, status) => {
    let answer = (_: FakeReply) => undefined as void;
    const answered = new Promise<FakeReply>((resolve) => (answer = resolve));
    new FakeApi().on('HEAD /', () => answered).install();
    renderAt('/', <TwoPages />);
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await act(async () => {
      answer({ status });
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
    expect(screen.getByText('The part')).toBeVisible();
    expect(window.sessionStorage.getItem('reloaded-at')).toBeNull();
  });
});
