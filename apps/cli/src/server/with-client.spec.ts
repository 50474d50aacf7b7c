import { chosenServer } from './with-client.js';

it('takes the server and the key from the environment, but prefers the option', () => {
  const env = { DIPPER_URL: 'https://a.example', DIPPER_KEY: 'dip_1\n' };
  expect(chosenServer(null, { env })).toEqual({ url: 'https://a.example', key: 'dip_1' });
  expect(chosenServer('https://b.example', { env }).url).toBe('https://b.example');
  expect(chosenServer(null, { env: {} })).toEqual({ url: null, key: undefined });
});

it.each(['dip_secret\u001B[m', 'dip_secret\nX: y', 'dip_secret…'])(
  'refuses a key that is not valid in a header, without quoting it',
  (key) => {
    const choose = () => chosenServer(null, { env: { DIPPER_KEY: key } });
    expect(choose).toThrow('DIPPER_KEY contains characters');
    expect(choose).not.toThrow('secret');
  },
);
