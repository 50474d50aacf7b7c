import {
  addToFeedInputSchema,
  API,
  deletedFeedReplySchema,
  feedAddressReplySchema,
  feedItemSchema,
  feedPath,
  feedReplySchema,
  LIMITS,
  removedFeedItemReplySchema,
} from '@dipper/contract';
import { json, type Operation, withAccountsOnly } from '../operation.js';

const OF_ACCOUNT = withAccountsOnly([
  {
    id: 'getFeed',
    tag: 'feed',
    method: 'get',
    path: API.feed,
    summary: 'Get the address and the items of the podcast feed',
    token: 'access',
    replies: [
      json(feedReplySchema, 'The secret address (null if there is no feed), and the items.'),
    ],
  },
  {
    id: 'addToFeed',
    tag: 'feed',
    method: 'post',
    path: API.feedItems,
    summary: 'Add the audio file of a finished task to the podcast feed',
    description: `The first file creates the feed. A feed has at most ${LIMITS.feedItems} items. Each further item removes the oldest.`,
    token: 'access',
    body: addToFeedInputSchema,
    scope: 'make',
    replies: [json(feedItemSchema, 'The item. A task has only one.', 201)],
    errors: [
      ...(['NOT_AUDIO', 'TASK_UNKNOWN', 'FILE_NOT_READY', 'FILE_EXPIRED'] as const),
      'TASK_CANCELLED',
    ],
  },
  {
    id: 'deleteFeed',
    tag: 'feed',
    method: 'delete',
    path: API.feed,
    summary: 'Delete the podcast feed',
    description: 'Deletes its address and its list of items, but no files.',
    token: 'access',
    replies: [json(deletedFeedReplySchema, 'The feed no longer exists.')],
  },
  {
    id: 'removeFromFeed',
    tag: 'feed',
    method: 'delete',
    path: `${API.feedItems}/{id}`,
    summary: 'Remove an item from the podcast feed',
    token: 'access',
    replies: [json(removedFeedItemReplySchema, 'The item is removed.')],
  },
  {
    id: 'renewFeed',
    tag: 'feed',
    method: 'post',
    path: API.renewFeed,
    summary: 'Create the podcast feed, or replace its address',
    description: 'A former address no longer works.',
    token: 'access',
    replies: [json(feedAddressReplySchema, 'The new address.')],
  },
]);

/** The podcast feed of an account. */
export const FEED: readonly Operation[] = [
  ...OF_ACCOUNT,
  {
    id: 'readFeed',
    tag: 'feed',
    method: 'get',
    path: feedPath('{secret}'),
    summary: 'Read a podcast feed',
    description: 'For podcast apps. Anybody who has the address can read the feed.',
    replies: [
      {
        status: 200,
        description: 'The feed: RSS 2.0.',
        content: { 'application/rss+xml': null },
      },
      { status: 304, description: 'The feed that you already have.' },
      {
        status: 404,
        description: 'There is no feed at this address.',
        content: { 'text/plain': null },
      },
    ],
    errors: [],
  },
];
