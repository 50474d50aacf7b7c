import { codeIn } from './code-in.js';

it.each([
  [' abc_DEF-123 ', 'abc_DEF-123'],
  ['https://dipper.example/?auth=verify-email&token=abc_DEF-123', 'abc_DEF-123'],
  ['Go to https://a.example/?token=abc&auth=verify-email#x now', 'abc'],
  ['https://a.example/?token=', 'https://a.example/?token='],
  ['', ''],
])('reads %j as the code %j', (text, code) => {
  expect(codeIn(text)).toBe(code);
});
