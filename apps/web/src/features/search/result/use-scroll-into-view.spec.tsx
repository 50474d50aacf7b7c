import { LIMITS } from '@dipper/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useScrollIntoView } from './use-scroll-into-view.js';

function Result({ shown }: { readonly shown: string }) {
  const element = useRef<HTMLAnchorElement>(null);
  useScrollIntoView(element, shown);
  return (
    <a ref={element} href="/preview">
      {shown}
    </a>
  );
}

describe('useScrollIntoView', () => {
  const scrollIntoView = jest.fn();
  const scrollTo = jest.fn();
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  beforeEach(() => {
    jest.useFakeTimers();
    scrollIntoView.mockReset();
    scrollTo.mockReset();
    // jsdom implements neither of these.
    Element.prototype.scrollIntoView = scrollIntoView;
    window.scrollTo = scrollTo;
  });
  afterEach(() => jest.useRealTimers());

  it('scrolls once, half a second after a result appears', () => {
    render(<Result shown="one" />);
    wait(LIMITS.scrollDelayMs - 1);
    expect(scrollIntoView).not.toHaveBeenCalled();
    wait(1);
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
    wait(5000);
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
  });

  it('scrolls again for another result', () => {
    const { rerender } = render(<Result shown="one" />);
    wait(LIMITS.scrollDelayMs);
    rerender(<Result shown="two" />);
    wait(LIMITS.scrollDelayMs);
    expect(scrollIntoView).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['presses it', () => fireEvent.pointerDown(screen.getByRole('link'))],
    ['uses the keyboard', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['scrolls', () => fireEvent.wheel(document.body)],
    ['drags the page', () => fireEvent.touchMove(document.body)],
  ])('does not scroll when the visitor %s first', (_, acts) => {
    render(<Result shown="one" />);
    acts();
    wait(LIMITS.scrollDelayMs);
    expect(scrollIntoView).not.toHaveBeenCalled();
  });

  it('stops scrolling when a pointer is pressed', () => {
    render(<Result shown="one" />);
    wait(LIMITS.scrollDelayMs);
    fireEvent.pointerDown(screen.getByRole('link'));
    expect(scrollTo).toHaveBeenCalledWith({ top: window.scrollY, behavior: 'instant' });
  });

  it('does nothing for a result that was removed', () => {
    const { unmount } = render(<Result shown="one" />);
    unmount();
    wait(LIMITS.scrollDelayMs);
    fireEvent.pointerDown(document.body);
    expect(scrollIntoView).not.toHaveBeenCalled();
    expect(scrollTo).not.toHaveBeenCalled();
  });
});
