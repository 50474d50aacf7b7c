import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { loadIllustrations } from '../../../theme/illustrations/illustrations.js';
import { renderAt } from '../../../testing/render-at.js';
import { ShownQueryProvider } from '../address/shown-media.js';
import { Surfacing } from './surfacing.js';

const PICTURE = 'https://i.example/1.jpg';
const show = (pictureUrl: string | null, isAudio = false) =>
  renderAt(
    '/',
    <ShownQueryProvider
      value={{ thumbnail_url: pictureUrl ?? undefined, is_audio: String(isAudio) }}
    >
      <div data-testid="player">
        <Surfacing />
      </div>
    </ShownQueryProvider>,
  );
const player = () => screen.getByTestId('player');
const overlay = () => player().querySelector('.surfacing');

/** Ends an element's animation. jsdom has none. */
function endAnimation(element: Element | null): void {
  if (element === null) {
    throw new Error('there is no such element');
  }
  fireEvent(element, createEvent('animationend', element, { bubbles: true }));
}

beforeAll(() => loadIllustrations({ illustration: 'dipper' }));
afterEach(() => jest.restoreAllMocks());

it("shows the figure on the item's thumbnail, as decoration only", () => {
  show(PICTURE);
  expect(player().querySelector('img')).toHaveAttribute('src', expect.stringContaining('1.jpg'));
  expect(player().querySelector('.catch-figure use')).toHaveAttribute(
    'href',
    expect.stringMatching(/#standing$/),
  );
  expect(overlay()).toHaveAttribute('aria-hidden', 'true');
  expect(overlay()?.querySelector('a, button, input, [tabindex]')).toBeNull();
});

it.each([
  ['a video', false, '.lucide-film'],
  ['audio', true, '.lucide-music'],
])('shows the drawing of its kind for %s without a thumbnail', (_, isAudio, drawing) => {
  show(null, isAudio);
  expect(player().querySelector('img')).toBeNull();
  expect(player().querySelector(drawing)).not.toBeNull();
});

it('shows the drawing of its kind if the thumbnail fails to load', () => {
  show(PICTURE);
  fireEvent.error(player().querySelector('img') as Element);
  expect(player().querySelector('img')).toBeNull();
  expect(player().querySelector('.lucide-film')).not.toBeNull();
});

it('stays until its own animation ends, not just that of a part', () => {
  show(PICTURE);
  endAnimation(player().querySelector('.ring'));
  expect(overlay()).not.toBeNull();
  endAnimation(overlay());
  expect(player()).toBeEmptyDOMElement();
});

it('disappears after a second if its animation never ends', () => {
  jest.useFakeTimers();
  try {
    show(PICTURE);
    act(() => jest.advanceTimersByTime(999));
    expect(overlay()).not.toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(player()).toBeEmptyDOMElement();
  } finally {
    jest.useRealTimers();
  }
});

it('shows nothing to visitors who prefer reduced motion', () => {
  const usual = window.matchMedia;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...usual(query),
    matches: query === '(prefers-reduced-motion: reduce)',
  }));
  show(PICTURE);
  expect(player()).toBeEmptyDOMElement();
});
