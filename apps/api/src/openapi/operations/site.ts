import {
  API,
  domainConfigSchema,
  imageQuerySchema,
  serverConfigSchema,
  serviceStatusSchema,
  shortenReplySchema,
  shortLinkPath,
  mediaQuerySchema,
} from '@dipper/contract';
import { healthSchema, readinessSchema } from '../../infra/health/health.schemas.js';
import { json, type Operation, type Reply } from '../operation.js';
import { shortenInputSchema } from '../schemas.js';

const MEDIA = { 'application/octet-stream': null };
const IMAGE = { 'image/*': null };

const relayed: readonly Reply[] = [
  { status: 200, description: 'The media, streamed.', content: MEDIA },
  { status: 206, description: 'The requested range.', content: MEDIA },
  { status: 304, description: 'The media that you already have.' },
  { status: 416, description: 'The media is shorter than the requested range.' },
];
const RELAY_ERRORS = [
  ...(['LINK_BLOCKED', 'DAILY_BYTES'] as const),
  ...(['MEDIA_NOT_GRANTED', 'ADDRESS_NOT_ALLOWED', 'NOT_MEDIA', 'SOURCE_REFUSED'] as const),
  ...(['SOURCE_FAILED', 'SOURCE_TIMEOUT'] as const),
] as const;

/** The relay, short links, and the site itself: its configuration, health and documents. */
export const SITE: readonly Operation[] = [
  {
    id: 'relayMedia',
    tag: 'relay',
    method: 'get',
    path: API.relay,
    summary: 'Play or save a media URL through this server',
    description:
      'Only URLs that this deployment issued are relayed. Supports `Range` and `If-Range`. `download=1` makes it an attachment.',
    query: mediaQuerySchema,
    scope: 'read',
    replies: relayed,
    errors: RELAY_ERRORS,
  },
  {
    id: 'relayTiktok',
    tag: 'relay',
    method: 'get',
    path: API.tiktokRelay,
    summary: 'The same, but only for media from TikTok',
    query: mediaQuerySchema,
    scope: 'read',
    replies: relayed,
    errors: RELAY_ERRORS,
  },
  {
    id: 'relayImage',
    tag: 'relay',
    method: 'get',
    path: API.image,
    summary: 'Get a picture through this server',
    description: 'At most 5 MiB, and no SVG. `grant` is the grant from the same reply as the URL.',
    query: imageQuerySchema,
    scope: 'read',
    replies: [
      { status: 200, description: 'The picture.', content: IMAGE },
      { status: 304, description: 'The picture that you already have.' },
    ],
    errors: RELAY_ERRORS,
  },
  {
    id: 'createShortLink',
    tag: 'links',
    method: 'post',
    path: API.shortenPreview,
    summary: 'Create a short link to a preview',
    description: 'The same parameters always give the same link. Unknown keys are refused.',
    body: shortenInputSchema,
    scope: 'make',
    replies: [json(shortenReplySchema, 'The link.')],
    errors: [],
  },
  {
    id: 'openShortLink',
    tag: 'links',
    method: 'get',
    path: `${shortLinkPath('')}{id}`,
    summary: 'Open a short link',
    replies: [
      { status: 302, description: 'The preview.' },
      {
        status: 404,
        description: 'A page that says that there is no such link.',
        content: { 'text/html': null },
      },
    ],
    errors: [],
  },
  {
    id: 'getShortLinkImage',
    tag: 'links',
    method: 'get',
    path: `${shortLinkPath('')}{id}/image`,
    summary: 'Get the link preview image of a short link',
    replies: [
      {
        status: 200,
        description: 'The item on a card of the site.',
        content: { 'image/jpeg': null },
      },
      { status: 302, description: "The site's own image." },
    ],
    errors: [],
  },
  {
    id: 'getConfig',
    tag: 'server',
    method: 'get',
    path: API.config,
    summary: 'Get the configuration of the server',
    scope: 'read',
    replies: [json(serverConfigSchema, 'The configuration.')],
    errors: [],
  },
  {
    id: 'getDomainConfig',
    tag: 'server',
    method: 'get',
    path: API.domainConfig,
    summary: 'Get the configuration of the site',
    description: 'The `Host` header selects the site.',
    scope: 'read',
    replies: [json(domainConfigSchema, 'The configuration.')],
    errors: [],
  },
  {
    id: 'getHealth',
    tag: 'server',
    method: 'get',
    path: API.health,
    summary: 'Check that the process is alive',
    scope: 'read',
    replies: [json(healthSchema, 'It is.')],
    errors: [],
  },
  {
    id: 'getReadiness',
    tag: 'server',
    method: 'get',
    path: API.ready,
    summary: 'Check the services that the server depends on',
    scope: 'read',
    replies: [
      json(readinessSchema, 'Everything works.'),
      json(readinessSchema, 'A dependency fails, or the server is shutting down.', 503),
    ],
    errors: [],
  },
  {
    id: 'getServiceStatus',
    tag: 'server',
    method: 'get',
    path: API.serviceStatus,
    summary: 'Get the platforms that currently work',
    description:
      'Based on how searches and downloads of all visitors ended in the last few hours. May be a few seconds old.',
    scope: 'read',
    replies: [json(serviceStatusSchema, 'The status.')],
    errors: ['UNAVAILABLE'],
  },
  {
    id: 'getOpenApi',
    tag: 'server',
    method: 'get',
    path: API.openApi,
    summary: 'Get this document',
    scope: 'read',
    replies: [{ status: 200, description: 'OpenAPI 3.1.', content: { 'application/json': null } }],
    errors: [],
  },
  {
    id: 'getDocs',
    tag: 'server',
    method: 'get',
    path: API.docs,
    summary: 'Read this document as a page',
    scope: 'read',
    replies: [{ status: 200, description: 'The page.', content: { 'text/html': null } }],
    errors: [],
  },
];
