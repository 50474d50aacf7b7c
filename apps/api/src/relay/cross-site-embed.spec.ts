import { isCrossSiteEmbed } from './cross-site-embed.js';

describe('isCrossSiteEmbed', () => {
  it.each([
    ['a client that is not a browser', {}, false],
    [
      'one of our own pages',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      false,
    ],
    ['a URL typed by hand', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, false],
    [
      'a link on another site',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      false,
    ],
    [
      'a video on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'video' },
      true,
    ],
    [
      'a fetch from another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      true,
    ],
    [
      'a frame on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      true,
    ],
    [
      'an object on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
      true,
    ],
    ['a request without a mode', { 'sec-fetch-site': 'cross-site' }, true],
  ])('classifies %s with the headers %j: %s', (_case, headers, expected) => {
    expect(isCrossSiteEmbed(headers)).toBe(expected);
  });
});
