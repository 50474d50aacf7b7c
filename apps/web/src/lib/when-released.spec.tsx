import { fireEvent, render } from '@testing-library/react';
import { useWatchedPresses, whenReleased } from './when-released.js';

function Page() {
  useWatchedPresses();
  return <p>page</p>;
}

describe('whenReleased', () => {
  let released: boolean;
  const ask = () => {
    released = false;
    whenReleased(() => (released = true));
  };
  const passTime = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is at once where nothing is pressed', async () => {
    render(<Page />);
    ask();
    await passTime(0);
    expect(released).toBe(true);
  });

  it.each(['pointerUp', 'pointerCancel'] as const)('waits for the click after %s', async (end) => {
    render(<Page />);
    fireEvent.pointerDown(document.body);
    ask();
    await passTime(60_000);
    expect(released).toBe(false);
    fireEvent[end](document.body);
    await passTime(299);
    expect(released).toBe(false);
    await passTime(1);
    expect(released).toBe(true);
  });

  it('does not wait for a press whose end another window has heard', async () => {
    render(<Page />);
    fireEvent.pointerDown(document.body);
    ask();
    fireEvent.blur(window);
    await passTime(0);
    expect(released).toBe(true);
  });

  it('holds nothing back once the page is left', async () => {
    const { unmount } = render(<Page />);
    fireEvent.pointerDown(document.body);
    ask();
    unmount();
    await passTime(0);
    expect(released).toBe(true);
  });
});
