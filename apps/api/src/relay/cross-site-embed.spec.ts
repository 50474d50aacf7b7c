import { isCrossSiteEmbed } from './cross-site-embed.js';

describe('isCrossSiteEmbed', () => {
  it.each([
    ['no browser', {}, false],
    ['our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }, false],
    ['typed by hand', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, false],
    [
      'a link elsewhere',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      false,
    ],
    [
      'a video elsewhere',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'video' },
      true,
    ],
    ['a fetch elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, true],
    [
      'a frame elsewhere',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      true,
    ],
    [
      'an object elsewhere',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
      true,
    ],
    ['no mode', { 'sec-fetch-site': 'cross-site' }, true],
  ])('judges %s with %j: %s', (_case, headers, expected) => {
    expect(isCrossSiteEmbed(headers)).toBe(expected);
  });
});
