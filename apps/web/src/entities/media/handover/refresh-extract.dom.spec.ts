import { keepRefreshUrl, refreshUrlWaits, takeRefreshUrl } from './refresh-extract.js';

const LINK = 'https://site.example/v';

beforeEach(() => window.sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

it('hands a link over once', () => {
  keepRefreshUrl(LINK);
  expect(refreshUrlWaits()).toBe(true);
  expect(takeRefreshUrl()).toBe(LINK);
  expect(takeRefreshUrl()).toBeNull();
});

it('hands nothing over when storage is blocked', () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
  }
  keepRefreshUrl(LINK);
  expect(refreshUrlWaits()).toBe(false);
  expect(takeRefreshUrl()).toBeNull();
});
