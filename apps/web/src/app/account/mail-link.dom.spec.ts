import { takeMailLink } from './mail-link.js';

it.each([
  [undefined, null],
  [
    { mode: 'verify-email', token: ' abc ' },
    { mode: 'verify-email', token: 'abc' },
  ],
  [
    { mode: 'reset-password', token: 'abc' },
    { mode: 'reset-password', token: 'abc' },
  ],
  [{ mode: 'verify-email', token: null }, { mode: 'verify-email' }],
  [{ mode: 'verify-email', token: 'x'.repeat(201) }, { mode: 'verify-email' }],
  [{ mode: 'login', token: 'abc' }, { mode: 'login' }],
  [{ mode: 'success', token: 'abc' }, null],
  [{ mode: '__proto__', token: 'abc' }, null],
])('from %j, opens the dialog with %j once', (mailLink, opened) => {
  window.mailLink = mailLink;
  expect(takeMailLink()).toEqual(opened);
  expect(takeMailLink()).toBeNull();
});
