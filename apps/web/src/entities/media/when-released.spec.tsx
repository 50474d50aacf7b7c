import { fireEvent, render, screen } from '@testing-library/react';
import { useWatchedPresses, whenReleased } from './when-released.js';

function Page() {
  useWatchedPresses();
  return <input aria-label="link" />;
}

describe('whenReleased', () => {
  let released: boolean;
  const ask = () => {
    released = false;
    whenReleased(() => (released = true));
  };
  // jsdom's pointer events have no button.
  const press = (button = 0) =>
    fireEvent(document.body, new MouseEvent('pointerdown', { bubbles: true, button }));
  const passTime = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('calls back immediately when nothing is pressed', async () => {
    render(<Page />);
    ask();
    await passTime(0);
    expect(released).toBe(true);
  });

  it.each(['pointerUp', 'pointerCancel'] as const)('waits for the click after %s', async (end) => {
    render(<Page />);
    press();
    ask();
    await passTime(60_000);
    expect(released).toBe(false);
    fireEvent[end](document.body);
    await passTime(299);
    expect(released).toBe(false);
    await passTime(1);
    expect(released).toBe(true);
  });

  it('waits even when the press moves the focus', async () => {
    render(<Page />);
    const field = screen.getByRole('textbox');
    field.focus();
    press();
    ask();
    field.blur();
    await passTime(60_000);
    expect(released).toBe(false);
  });

  it('waits for a second press that follows immediately', async () => {
    render(<Page />);
    press();
    fireEvent.pointerUp(document.body);
    await passTime(200);
    press();
    ask();
    await passTime(60_000);
    expect(released).toBe(false);
  });

  it('calls back after the click and its handlers', async () => {
    render(<Page />);
    press();
    ask();
    fireEvent.pointerUp(document.body);
    fireEvent.click(document.body);
    expect(released).toBe(false);
    await passTime(0);
    expect(released).toBe(true);
  });

  it('does not wait for the secondary button', async () => {
    render(<Page />);
    press(2);
    ask();
    await passTime(0);
    expect(released).toBe(true);
  });

  it('does not wait when the window lost the focus', async () => {
    render(<Page />);
    press();
    ask();
    fireEvent.blur(window);
    await passTime(0);
    expect(released).toBe(true);
  });

  it('does not wait after unmounting', async () => {
    const { unmount } = render(<Page />);
    press();
    ask();
    unmount();
    await passTime(0);
    expect(released).toBe(true);
  });
});
