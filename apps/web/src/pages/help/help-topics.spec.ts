import { type ErrorCode, errorMessage, ERRORS, MESSAGES } from '@dipper/contract';
import type { HelpText } from '../../content/content-shapes.js';
import helpFile from '../../content/en/help.json';
import { helpTopics } from './help-topics.js';
import { searchArticles } from './search-articles.js';

const help: HelpText = helpFile;
const entries = helpTopics(help, () => undefined).flatMap((topic) => topic.entries);

const firstFor = (query: string) => searchArticles(entries, query)[0]?.article;

it('finds the article of each sentence that the server says, first', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const lost = codes.filter((code) => {
    const shown = errorMessage(code, { seconds: 7, hours: 6, bytes: 4e9, count: 2 });
    return firstFor(shown)?.codes?.includes(code) !== true;
  });
  expect(lost).toEqual([]);
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

it('shows sentences without their numbers, and in the page’s language where it has them', () => {
  const shown = helpTopics(help, ({ code }) =>
    code === 'BUSY' ? 'Sehr viel los, noch {{seconds}} s.' : undefined,
  ).flatMap((topic) => topic.entries.flatMap(({ sentences }) => sentences));
  expect(shown).toContain('Sehr viel los, noch … s.');
  expect(shown).toContain(errorMessage('SOURCE_DAMAGED'));
  expect(shown.filter((sentence) => sentence.includes('{{'))).toEqual([]);
});
