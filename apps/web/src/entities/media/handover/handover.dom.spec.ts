import { handover, leave, takeRefresh } from './handover.js';

const LINK = 'https://a.example/1';

beforeEach(() => window.sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

it('hands over a link for the form only once', () => {
  leave({ refresh: LINK });
  expect(handover().refresh).toBe(LINK);
  expect(takeRefresh()).toBe(LINK);
  expect(takeRefresh()).toBe('');
});

it('hands over no link when storage is blocked', () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
  }
  leave({ refresh: LINK });
  expect(handover().refresh).toBeNull();
  expect(takeRefresh()).toBe('');
});
