import { act, fireEvent, screen } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { renderAt } from '../../../../testing/render-at.js';
import { FormatLink } from './format-link.js';

const address = () => screen.getByTestId('address').textContent;

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

describe('FormatLink', () => {
  let link: HTMLElement;

  beforeEach(() => {
    renderAt(
      '/',
      <>
        <FormatLink to="/preview?url=a">720p</FormatLink>
        <Back />
      </>,
    );
    link = screen.getByRole('link');
    // jsdom has no layout.
    link.getBoundingClientRect = () => new DOMRect(0, 100, 300, 50);
  });
  // jsdom's pointer events have no coordinates.
  const press = (x: number, y: number) =>
    fireEvent(
      link,
      Object.assign(new MouseEvent('pointerdown', { bubbles: true, clientX: x, clientY: y }), {
        pointerType: 'mouse',
      }),
    );
  const release = (x: number, y: number, detail = 1) =>
    fireEvent.click(link, { clientX: x, clientY: y, detail });

  it.each<[string, [number, number], [number, number]]>([
    ['where it was pressed, even after the row has moved', [20, 20], [20, 20]],
    ['after a small movement', [20, 20], [26, 27]],
    ['elsewhere in the row', [20, 110], [280, 140]],
  ])('is followed when released %s', (_, from, to) => {
    press(...from);
    release(...to);
    expect(address()).toBe('/preview?url=a');
  });

  it('is not followed when released outside the row', () => {
    press(20, 110);
    release(20, 300);
    expect(address()).toBe('/');
  });

  it('is followed by keyboard after a cancelled press', () => {
    press(20, 110);
    release(20, 300);
    release(0, 0, 0);
    expect(address()).toBe('/preview?url=a');
  });

  it('adds one history entry on a double click', () => {
    // Before the first click is rendered, e.g. while the page's code loads.
    act(() => {
      release(20, 110);
      release(20, 110, 2);
    });
    expect(address()).toBe('/preview?url=a');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(address()).toBe('/');
  });

  it('is followed by a second click whose first was elsewhere', () => {
    release(20, 110, 2);
    expect(address()).toBe('/preview?url=a');
  });

  it('is not draggable', () => {
    expect(link).toHaveAttribute('draggable', 'false');
  });
});
