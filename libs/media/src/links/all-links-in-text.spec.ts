import { allLinksInText } from './all-links-in-text.js';

const [ONE, TWO, THREE] = [
  'https://vimeo.com/1',
  'https://youtu.be/x?t=3',
  'http://a.example/b.mp4',
];

it.each<[string, readonly string[]]>([
  ['no link at all', []],
  [`Look at ${ONE}.`, [ONE]],
  [`Look at ${ONE}, and then at ${TWO} (or ${THREE})!`, [ONE, TWO, THREE]],
  [`${ONE} is the same as ${ONE}`, [ONE]],
  [`first https：//vimeo.com/1 then nothing`, [ONE]],
])('finds every link of %j', (text, links) => {
  expect(allLinksInText(text)).toEqual(links);
});

it('stops at the maximum number of links in a list', () => {
  const text = Array.from({ length: 60 }, (_, at) => `see https://vimeo.com/${at} `).join('');
  expect(allLinksInText(text)).toHaveLength(50);
});
