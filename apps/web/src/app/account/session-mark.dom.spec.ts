import { SESSION_MARK } from './session-mark.js';

/**
 * Runs the inline script at a URL.
 * @returns the URL after the script has run
 */
function arriveAt(address: string): string {
  window.history.replaceState(null, '', address);
  const script = document.createElement('script');
  script.textContent = SESSION_MARK;
  document.head.append(script);
  script.remove();
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

const root = document.documentElement;

beforeEach(() => {
  window.localStorage.clear();
  delete window.mailLink;
  root.removeAttribute('data-session');
  root.removeAttribute('data-pending');
});

it('marks the document when a session is stored', () => {
  arriveAt('/');
  expect(root).not.toHaveAttribute('data-session');
  window.localStorage.setItem('session', '{}');
  arriveAt('/');
  expect(root).toHaveAttribute('data-session');
});

it.each([
  ['/?auth=verify-email&token=a%2Bb', '/', { mode: 'verify-email', token: 'a+b' }],
  ['/de/?auth=reset-password&token=t#x', '/de/#x', { mode: 'reset-password', token: 't' }],
  ['/?url=https%3A%2F%2Fa&auth=login', '/?url=https%3A%2F%2Fa', { mode: 'login', token: null }],
  ['/?token=t&url=u', '/?token=t&url=u', undefined],
])('moves the mail link from %s into memory', (address, left, link) => {
  expect(arriveAt(address)).toBe(left);
  expect(window.mailLink).toEqual(link);
  expect(root.hasAttribute('data-pending')).toBe(link !== undefined);
});

it('removes the mail token from the address even when storage is blocked', () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(arriveAt('/?auth=verify-email&token=t')).toBe('/');
  jest.restoreAllMocks();
});
