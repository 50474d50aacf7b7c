import { fireEvent, render } from '@testing-library/react';
import { user } from '../testing/accounts.js';
import { Avatar, initialsOf } from './avatar.js';

it.each([
  ['Ada Byron', 'AD'],
  ['  ada', 'AD'],
  ['x', 'X'],
  ['', ''],
  ['ada@example.com', 'AD'],
  ['-- 42nd', '42'],
  ['🦆🦆', ''],
  // Combining accents and vowel signs belong to the letter before them.
  ['e\u0301mile', 'E\u0301M'],
  ['कि ता', 'किता'],
  ['محمد', 'مح'],
  ['王小明', '王小'],
  // Surrogate pairs are not split.
  ['𐐨𐐩x', '𐐀𐐁'],
  ['<script>alert(1)</script>', 'SC'],
  ['o’neil', 'ON'],
  ['ß', 'SS'],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('shows the picture without a referrer, or the initials if the picture fails to load', () => {
  const { profile } = user();
  const show = (avatar_url: string) => (
    <Avatar user={user({ profile: { ...profile, avatar_url } })} />
  );
  const { container, rerender } = render(show('https://a.example/1.png'));
  const picture = () => container.querySelector('img');
  expect(picture()).toHaveAttribute('src', 'https://a.example/1.png');
  expect(picture()).toHaveAttribute('referrerpolicy', 'no-referrer');
  expect(picture()).toHaveAttribute('alt', '');
  fireEvent.error(picture() as Element);
  expect(container).toHaveTextContent('AD');
  rerender(show('https://a.example/2.png'));
  expect(picture()).toHaveAttribute('src', 'https://a.example/2.png');
  rerender(show(''));
  expect(picture()).toBeNull();
});
