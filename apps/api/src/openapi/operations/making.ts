import {
  API,
  createTaskInputSchema,
  createTaskReplySchema,
  type ErrorCode,
  listInfoSchema,
  mergeStatusSchema,
  pagePreviewSchema,
  pastedLinksSchema,
  SEARCH_STREAM_TYPE,
  searchEventSchema,
  searchRequestSchema,
  startMergeInputSchema,
  startTaskInputSchema,
  startMergeReplySchema,
  urlQuerySchema,
  waveformSchema,
} from '@dipper/contract';
import * as z from 'zod/mini';
import { json, ofTask, type Operation } from '../operation.js';
import { searchReplySchema } from '../schemas.js';

/** The reasons why a link cannot be read. */
const SEARCH_ERRORS: readonly ErrorCode[] = [
  ...(['URL_REQUIRED', 'URL_INVALID', 'UNSUPPORTED_SITE', 'NO_MEDIA', 'LINK_IS_LIST'] as const),
  ...(['PAGE_TOO_LARGE', 'MEDIA_PRIVATE', 'LOGIN_REQUIRED', 'PAYMENT_REQUIRED'] as const),
  ...(['MEDIA_REMOVED', 'AGE_RESTRICTED', 'REGION_BLOCKED', 'DRM_PROTECTED'] as const),
  ...([
    'LIVE_STREAM',
    'LIVE_UPCOMING',
    'PLATFORM_OFF',
    'LINK_BLOCKED',
    'ADDRESS_NOT_ALLOWED',
  ] as const),
  ...(['MEDIA_TOO_LONG', 'SOURCE_REFUSED', 'SOURCE_RATE_LIMITED', 'SOURCE_BLOCKED'] as const),
  ...(['SOURCE_FAILED', 'SOURCE_TIMEOUT', 'EXTRACT_FAILED', 'EXTRACTOR_MISSING', 'BUSY'] as const),
];

/** The errors of a `callback_url`. */
const CALLBACK_ERRORS = [
  ...(['CALLBACK_NOT_ALLOWED', 'NOT_SIGNED_IN', 'SESSION_ENDED'] as const),
] as const satisfies readonly ErrorCode[];

/** The reasons why a task cannot be started. */
const START_ERRORS: readonly ErrorCode[] = [
  ...(['TASK_UNKNOWN', 'TOO_MANY_WAITING', 'DISK_FULL', 'BUSY'] as const),
  ...(['LINK_BLOCKED', 'DAILY_BYTES'] as const),
];

/** The reasons why a task has no file. */
const FILE_ERRORS = [
  'DAILY_BYTES',
  ...(['TASK_UNKNOWN', 'FILE_NOT_READY', 'TASK_CANCELLED', 'FILE_EXPIRED'] as const),
  ...(['MERGE_FAILED', 'MERGE_GAVE_UP'] as const),
] as const satisfies readonly ErrorCode[];

const downloadSchema = z.object({ download: z.optional(z.enum(['0', '1'])) });

/** Any media type, for the bytes of a file. */
const FILE = { 'application/octet-stream': null };

/** Reading a link, making a file, and the file. */
export const MAKING: readonly Operation[] = [
  {
    id: 'searchFormats',
    tag: 'search',
    method: 'post',
    path: API.search,
    summary: 'List the formats of a link',
    description: `\`tweet_url\` is a link, or a share message that contains one, for every platform. With \`Accept: ${SEARCH_STREAM_TYPE}\`, the reply is a stream of events, one JSON object per line, while the page is being read. Ignore empty lines, and events whose \`type\` you do not know.`,
    body: searchRequestSchema,
    scope: 'read',
    replies: [
      {
        status: 200,
        description: 'An item with its formats, or a list with its entries.',
        content: {
          'application/json': searchReplySchema,
          [SEARCH_STREAM_TYPE]: searchEventSchema,
        },
      },
    ],
    errors: SEARCH_ERRORS,
  },
  {
    id: 'makeList',
    tag: 'search',
    method: 'post',
    path: API.lists,
    summary: 'Make a list of several links',
    body: pastedLinksSchema,
    idempotent: true,
    scope: 'read',
    replies: [json(listInfoSchema, 'The list. Its entries have not been read yet.')],
    errors: ['URL_INVALID', 'PLATFORM_OFF', 'LINK_BLOCKED', 'ADDRESS_NOT_ALLOWED'],
  },
  {
    id: 'previewLink',
    tag: 'search',
    method: 'get',
    path: API.preview,
    summary: 'Read the title and thumbnail of a link',
    query: z.pick(urlQuerySchema, { url: true }),
    scope: 'read',
    replies: [json(pagePreviewSchema, 'What the page states about its item.')],
    errors: SEARCH_ERRORS,
  },
  {
    id: 'createTask',
    tag: 'tasks',
    method: 'post',
    path: API.tasks,
    summary: 'Prepare a task for a recipe',
    description:
      'For a clip, converted audio, subtitles, or entries of a list. A format that has a `task_id` needs no such request. Start the task afterwards. With `callback_url`, which needs an account, that URL is called when the task ends.',
    body: createTaskInputSchema,
    idempotent: true,
    token: 'optional',
    scope: 'make',
    replies: [json(createTaskReplySchema, 'The task, which is not started yet.', 201)],
    errors: [
      ...(['TASK_UNKNOWN', 'WISH_NOT_POSSIBLE', 'CLIP_OUTSIDE', 'BUSY'] as const),
      ...(['LOOP_TOO_LONG', 'LINK_BLOCKED', 'DAILY_BYTES'] as const),
      ...CALLBACK_ERRORS,
    ],
  },
  {
    id: 'startTask',
    tag: 'tasks',
    method: 'get',
    path: API.startMerge,
    summary: 'Start a task',
    description:
      'Has no effect while the task is waiting, running or complete. A task that failed or was cancelled starts again. `anyway=1` accepts a damaged source. With an access token, the download is added to the history of the account.',
    query: startMergeInputSchema,
    token: 'optional',
    scope: 'make',
    replies: [json(startMergeReplySchema, 'The state of the task.')],
    errors: START_ERRORS,
  },
  {
    id: 'startTaskByPost',
    tag: 'tasks',
    method: 'post',
    path: API.startMerge,
    summary: 'Start a task',
    description:
      'The same as GET, for programs. With `callback_url`, which needs an account, that URL is called when the task ends.',
    body: startTaskInputSchema,
    token: 'optional',
    scope: 'make',
    idempotent: true,
    replies: [json(startMergeReplySchema, 'The state of the task.')],
    errors: [...START_ERRORS, ...CALLBACK_ERRORS],
  },
  {
    id: 'getStatus',
    tag: 'tasks',
    method: 'get',
    path: ofTask(API.status),
    summary: 'Get the status of a task',
    description:
      'There is no limit for this request. Poll every second or two, or follow the task on the socket.',
    scope: 'read',
    replies: [json(mergeStatusSchema, 'The status.')],
    errors: ['TASK_UNKNOWN'],
  },
  {
    id: 'cancelTask',
    tag: 'tasks',
    method: 'delete',
    path: ofTask(API.task),
    summary: 'Cancel a task',
    scope: 'make',
    replies: [json(mergeStatusSchema, 'The status, which is `complete` if it was too late.')],
    errors: ['TASK_UNKNOWN'],
  },
  {
    id: 'getFile',
    tag: 'tasks',
    method: 'get',
    path: ofTask(API.file),
    summary: 'Download the file of a task',
    description:
      'Supports `Range`, `If-Range` and `If-None-Match`. `download=1` makes it an attachment.',
    query: downloadSchema,
    scope: 'read',
    replies: [
      { status: 200, description: 'The file.', content: FILE },
      { status: 206, description: 'The requested range.', content: FILE },
      { status: 304, description: 'The file that you already have.' },
      { status: 416, description: 'The file is shorter than the requested range.' },
    ],
    errors: FILE_ERRORS,
  },
  {
    id: 'getBundle',
    tag: 'tasks',
    method: 'get',
    path: ofTask(API.bundle),
    summary: 'Download the zip of a bundle',
    description: 'While the bundle is being made, its zip is streamed without a length.',
    scope: 'read',
    replies: [{ status: 200, description: 'The zip.', content: { 'application/zip': null } }],
    errors: FILE_ERRORS,
  },
  {
    id: 'getWaveform',
    tag: 'tasks',
    method: 'get',
    path: ofTask(API.waveform),
    summary: 'Get the waveform of a finished file',
    scope: 'read',
    replies: [
      json(waveformSchema, 'Up to 600 values from 0 to 255; none for a file without audio.'),
    ],
    errors: FILE_ERRORS,
  },
];
