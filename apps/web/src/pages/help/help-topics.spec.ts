import { type ErrorCode, errorMessage, ERRORS, MESSAGES } from '@dipper/contract';
import helpFile from '../../content/en/help.json';
import { fillDeep } from '../../content/fill-deep.js';
import { helpForDomain } from '../../content/help-for-domain.js';
import { textValues } from '../../content/text-values.js';
import { english } from '../../testing/english.js';
import { siteConfig } from '../../testing/fixtures.js';
import { helpTopics } from './help-topics.js';
import { searchArticles } from './search-articles.js';

// As on the page, including the labels and messages that articles quote.
const site = { config: siteConfig(), retentionSeconds: 3600 };
const help = fillDeep(helpForDomain(helpFile, true), textValues(site, english));
const entries = helpTopics(help, () => undefined).flatMap((topic) => topic.entries);

const firstFor = (query: string) => searchArticles(entries, query)[0]?.article;

it('finds the article of each error message first', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const lost = codes.filter((code) => {
    const shown = errorMessage(code, { seconds: 7, hours: 6, bytes: 4e9, count: 2 });
    return firstFor(shown)?.codes?.includes(code) !== true;
  });
  expect(lost).toEqual([]);
});

it.each(['BAD_CREDENTIALS', 'DAILY_LIMIT', 'PASSWORD_TOO_SHORT'] as const)(
  'omits %s on domains without accounts',
  (code) => {
    const without = helpForDomain(helpFile, false).categories;
    expect(without.map(({ id }) => id)).toEqual(
      help.categories.map(({ id }) => id).filter((id) => id !== 'your-account'),
    );
    const codes = without.flatMap(({ articles }) => articles.flatMap((it) => it.codes ?? []));
    expect(codes).not.toContain(code);
  },
);

it('describes stored data both for domains with accounts and for those without', () => {
  const said = [true, false].map((hasAccounts) => {
    const articles = helpForDomain(helpFile, hasAccounts).categories.flatMap((it) => it.articles);
    return articles.find(({ id }) => id === 'what-is-stored')?.text.join(' ');
  });
  expect(said[0]).toMatch(/^Without an account: no profile .* What we find on a page/);
  expect(said[1]).toMatch(
    /^No profile and no list of what you downloaded\. What we find on a page/,
  );
});

it.each([
  [MESSAGES.search.unexpectedReply, 'read-failed'],
  [MESSAGES.search.error, 'read-failed'],
  [MESSAGES.merge.startFailed, 'making-failed'],
  [MESSAGES.merge.timedOut, 'making-failed'],
  ['Too many consecutive polling errors: HTTP 502: Bad Gateway', 'making-failed'],
  [MESSAGES.merge.fileGone, 'not-found'],
  [MESSAGES.player.proxyExpired, 'preview-does-not-play'],
  [MESSAGES.player.network, 'preview-does-not-play'],
  [MESSAGES.player.unknown, 'preview-does-not-play'],
  [MESSAGES.player.codec, 'file-does-not-play'],
  [MESSAGES.player.codecFallback, 'file-does-not-play'],
  [MESSAGES.player.downloadFailed, 'download-does-not-start'],
  [MESSAGES.share.copyFailed, 'share-failed'],
  [MESSAGES.share.shortUrlFailed, 'share-failed'],
  [MESSAGES.share.failed, 'share-failed'],
  [MESSAGES.share.sharingFailed, 'share-failed'],
  ['This link leads nowhere', 'short-link-unknown'],
])('finds for %j the article %s first', (sentence, id) => {
  expect(firstFor(sentence)?.id).toBe(id);
});

it('translates messages where possible, and shows an ellipsis in place of values', () => {
  const shown = helpTopics(help, ({ code }) =>
    code === 'BUSY' ? 'Sehr viel los, noch {{seconds}} s.' : undefined,
  ).flatMap((topic) => topic.entries.flatMap(({ sentences }) => sentences));
  expect(shown).toContain('Sehr viel los, noch … s.');
  expect(shown).toContain(errorMessage('SOURCE_DAMAGED'));
  expect(shown.filter((sentence) => sentence.includes('{{'))).toEqual([]);
});
