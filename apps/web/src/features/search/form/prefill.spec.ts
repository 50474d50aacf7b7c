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
    ['?url=https%3A%2F%2Fvimeo.com%2F1+0%3A12-0%3A41', 'https://vimeo.com/1 0:12-0:41'],
    ['?url=https%3A%2F%2Fvimeo.com%2F1&t=0:12-0:41', 'https://vimeo.com/1 0:12-0:41'],
    ['?url=vimeo.com/1&t=0:12-0:41+as+gif', 'https://vimeo.com/1 0:12-0:41 as gif'],
    ['?url=https%3A%2F%2Fvimeo.com%2F1&t=12,41.5', 'https://vimeo.com/1 12s-41.5s'],
    ['?text=Look%20https%3A%2F%2Fvimeo.com%2F1%200%3A12-0%3A41', 'https://vimeo.com/1 0:12-0:41'],
    // In the next two, the link was not encoded, so `t` belongs to it.
    ['?url=https://www.youtube.com/watch?v=a&t=65', 'https://www.youtube.com/watch?v=a&t=65'],
    ['?url=https://x.com/a/status/1?s=20&t=a/b', 'https://x.com/a/status/1?s=20&t=a%2Fb'],
    ['?url=https%3A%2F%2Fyoutu.be%2Fa%3Ft%3D5&t=65', 'https://youtu.be/a?t=5'],
    ['?url=https%3A%2F%2Fyoutu.be%2Fa%3Ft%3D5&t=0:12-0:41', 'https://youtu.be/a?t=5 0:12-0:41'],
    ['?url=https%3A%2F%2Fvimeo.com%2F1%230:12-0:41&t=', 'https://vimeo.com/1#0:12-0:41'],
    ['?url=https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1&t=65', 'https://x.com/a/status/1'],
    ['?url=https%3A%2F%2Fvimeo.com%2F1&t=41,12', 'https://vimeo.com/1'],
    ['?url=https%3A%2F%2Fvimeo.com%2F1&t=soon', 'https://vimeo.com/1'],
    ['?url=not%20a%20link&t=0:12-0:41', 'not a link'],
  ])('of %j is %j', (search, text) => {
    expect(prefillOf(search)).toBe(text);
  });
});

describe('withoutPrefill', () => {
  it.each([
    ['', null],
    ['?utm=1', null],
    ['?url=x', ''],
    ['?url=x&lang=de&text=y&title=z&t=5', '?lang=de'],
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
