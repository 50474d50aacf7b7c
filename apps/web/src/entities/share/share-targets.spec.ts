import { mailAddress, SHARE_TARGETS } from './share-targets.js';

const shared = { title: 'Rain & 50% sun #1 + 2 日本', url: 'https://dipper.example/p/Ab345678' };

/** Parses a query as the recipient would. */
const read = (address: string) => {
  const [base = '', query = ''] = address.split('?', 2);
  const pairs = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
  return [base, Object.fromEntries(pairs) as object];
};

it.each([
  ['twitter', 'https://twitter.com/intent/tweet', { text: shared.title, url: shared.url }],
  ['facebook', 'https://www.facebook.com/sharer/sharer.php', { u: shared.url }],
  ['whatsapp', 'https://wa.me/', { text: `${shared.title} ${shared.url}` }],
  ['email', 'mailto:', { subject: shared.title, body: `${shared.title}\r\n\r\n${shared.url}` }],
] as const)('passes the link and the title unchanged to %s', (target, base, query) => {
  const address = target === 'email' ? mailAddress(shared) : SHARE_TARGETS[target].address(shared);
  expect(read(address)).toEqual([base, query]);
  expect(address).not.toMatch(/[+\s]/);
});
