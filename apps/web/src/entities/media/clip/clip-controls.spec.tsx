import { fireEvent, render, screen } from '@testing-library/react';
import { I18nProvider } from '../../../i18n/use-translation.js';
import { english } from '../../../testing/english.js';
import { ClipBar } from './clip-bar.js';
import { TimeField } from './time-field.js';

const FRAME = 0.04;

describe('a field for a time', () => {
  function field(): { input: HTMLElement; changes: number[] } {
    const changes: number[] = [];
    render(
      <I18nProvider value={english}>
        <TimeField
          label="Start"
          value={12}
          frame={FRAME}
          onChange={(seconds) => changes.push(seconds)}
        />
      </I18nProvider>,
    );
    return { input: screen.getByLabelText('Start'), changes };
  }

  it.each([
    [{ key: 'ArrowUp' }, 13],
    [{ key: 'ArrowDown' }, 11],
    [{ key: 'ArrowUp', shiftKey: true }, 12 + FRAME],
  ])('moves the time with %j to %d', (key, seconds) => {
    const { input, changes } = field();
    expect(fireEvent.keyDown(input, key)).toBe(false);
    expect(changes).toEqual([seconds]);
  });

  it('leaves the keys that move within the text to the browser', () => {
    const { input, changes } = field();
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp']) {
      expect(fireEvent.keyDown(input, { key })).toBe(true);
    }
    expect(changes).toEqual([]);
  });

  it('steps from the time that was typed', () => {
    const { input, changes } = field();
    fireEvent.change(input, { target: { value: '1:00' } });
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    expect(changes).toEqual([61]);
  });
});

describe('the bar of a clip', () => {
  const moves: [edge: string, seconds: number][] = [];
  let bar: HTMLElement;

  beforeEach(() => {
    moves.length = 0;
    const { container } = render(
      <I18nProvider value={english}>
        <ClipBar
          range={{ start: 20, end: 60 }}
          duration={100}
          time={null}
          frame={FRAME}
          describedBy="times"
          onMove={(edge, seconds) => moves.push([edge, seconds])}
        />
      </I18nProvider>,
    );
    bar = container.firstElementChild as HTMLElement;
    bar.getBoundingClientRect = () => ({ left: 10, width: 200 }) as DOMRect;
    bar.setPointerCapture = () => undefined;
  });
  /** jsdom has no pointer events, but mouse events have the same coordinates. */
  const pointer = (type: 'down' | 'move' | 'up', clientX: number): boolean =>
    fireEvent(bar, new MouseEvent(`pointer${type}`, { bubbles: true, cancelable: true, clientX }));

  it('moves the nearer edge while the pointer is held, and stops at both ends', () => {
    pointer('down', 60);
    pointer('move', 110);
    pointer('move', 999);
    pointer('move', -999);
    pointer('up', 110);
    pointer('move', 30);
    expect(moves).toEqual([
      ['start', 25],
      ['start', 50],
      ['start', 100],
      ['start', 0],
    ]);
  });

  it('moves a handle by the distance that it is dragged, however far from its time it is held', () => {
    const end = screen.getByRole('slider', { name: 'End' });
    const at = { bubbles: true, cancelable: true };
    fireEvent(end, new MouseEvent('pointerdown', { ...at, clientX: 140 }));
    expect(moves).toEqual([]);
    pointer('move', 150);
    expect(moves).toEqual([['end', 65]]);
  });

  it('focuses the edge that a press moves', () => {
    pointer('down', 200);
    expect(moves).toEqual([['end', 95]]);
    expect(document.activeElement).toBe(screen.getAllByRole('slider')[1]);
  });
});
