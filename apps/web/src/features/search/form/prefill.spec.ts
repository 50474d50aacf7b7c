import { asksSearchAtOnce, prefillOf, withoutPrefill } from './prefill.js';

describe('prefillOf', () => {
  it.each([
    ['', ''],
    ['?url=https%3A%2F%2Fvimeo.com%2F1', 'https://vimeo.com/1'],
    ['?url=not%20a%20link', 'not a link'],
    ['?title=T&text=Look%20https%3A%2F%2Fvimeo.com%2F1.', 'https://vimeo.com/1'],
    ['?url=&text=https%3A%2F%2Fvimeo.com%2F1', 'https://vimeo.com/1'],
    ['?url=https%3A%2F%2Fa.example&text=https%3A%2F%2Fb.example', 'https://a.example'],
    ['?text=youtu.be%2FaB3dE5fG', 'https://youtu.be/aB3dE5fG'],
    ['?title=https%3A%2F%2Fvimeo.com%2F1&text=Look', 'https://vimeo.com/1'],
    ['?text=nothing', ''],
  ])('of %j is %j', (search, text) => {
    expect(prefillOf(search)).toBe(text);
  });
});

describe('withoutPrefill', () => {
  it.each([
    ['', null],
    ['?utm=1', null],
    ['?url=x', ''],
    ['?url=x&lang=de&text=y&title=z', '?lang=de'],
  ])('of %j is %j', (search, rest) => {
    expect(withoutPrefill(search)).toBe(rest);
  });
});

describe('asksSearchAtOnce', () => {
  it.each([
    ['?url=https%3A%2F%2Fa.example', false],
    ['', false],
    ['?url=x&go=1', true],
    ['?text=Look%20https%3A%2F%2Fa.example', true],
    ['?title=T&text=&url=https%3A%2F%2Fa.example', true],
  ])('of %j is %s', (search, asked) => {
    expect(asksSearchAtOnce({ search, state: null })).toBe(asked);
  });
});
