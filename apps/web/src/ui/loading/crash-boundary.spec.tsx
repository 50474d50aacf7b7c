import { FakeApi } from '@dipper/client/testing';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { CrashBoundary } from './crash-boundary.js';
import { renderAt } from '../../testing/render-at.js';
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
