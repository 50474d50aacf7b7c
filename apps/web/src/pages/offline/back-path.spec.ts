import { backPath } from './back-path.js';

it.each([
  ['?back=%2Fyoutube-downloader%3Fa%3Db', '/youtube-downloader?a=b'],
  ['?back=%2F', '/'],
  ['', '/'],
  ['?back=', '/'],
  ['?back=https%3A%2F%2Fevil.example', '/'],
  ['?back=%2F%2Fevil.example', '/'],
  ['?back=%2F%5Cevil.example', '/'],
  ['?back=%2F%09%2Fevil.example', '/'],
  ['?back=javascript%3Aalert(1)', '/'],
])('the path to retry for %j is %s', (search, path) => {
  expect(backPath(search)).toBe(path);
});
