import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { parseEgressAllow } from '../egress/egress-policy.js';
import { isProxyList, parseNetworks, PRIVATE_NETWORKS } from './networks.js';
import { email } from './env-email.js';
import { s3 } from './env-s3.js';
import { tracing } from './env-tracing.js';
import {
  choice,
  count,
  optional,
  optionalCount,
  parses,
  path,
  unset,
  urlOf,
} from './env-values.js';

/** Information for docs/configuration.md about a variable, in addition to its schema. */
export interface VariableMeta {
  /** The allowed values, in words. */
  readonly values?: string;
  /** What happens if the variable is not set, unless the schema's default explains it. */
  readonly fallback?: string;
  /** What the variable does, as Markdown. */
  readonly description?: string;
}

const cores = availableParallelism();
const GIB = 1024 ** 3;
const DATA_DIR = './data';

const server = {
  PORT: z
    .preprocess(
      unset,
      z.coerce
        .number('a port, 0 to 65535')
        .int()
        .min(0)
        .max(65535, 'a port, 0 to 65535')
        .default(3000),
    )
    .meta({
      values: 'port; 0 for any free port',
      description: 'The port to listen on. A worker uses it for health checks and metrics only.',
    }),
  HOST: z.preprocess(unset, z.string().default('127.0.0.1')).meta({
    values: 'address or host name of this machine',
    description: 'The address to listen on. The container image sets `0.0.0.0`.',
  }),
  PUBLIC_URL: urlOf('http:', 'https:').meta({
    fallback: 'derived from each request',
    description:
      'The origin that visitors see, used in short links, emails and the sitemap. Required behind a proxy that passes on neither `Host` nor `X-Forwarded-Host`; without it, sockets refuse your own pages. Links to this origin are never read.',
  }),
  TRUST_PROXY: z
    .preprocess(
      unset,
      z.string().default('loopback').refine(isProxyList, {
        error: 'a comma-separated list of addresses, networks, loopback, linklocal, uniquelocal',
      }),
    )
    .meta({
      values: 'comma-separated addresses, networks, `loopback`, `linklocal`, `uniquelocal`',
      description:
        'The proxies whose `X-Forwarded-*` headers are trusted. If your proxy is not in the list, all visitors behind it count as one.',
    }),
  HSTS_INCLUDE_SUBDOMAINS: choice(['on', 'off'], 'off').meta({
    description:
      '`on`: browsers that have visited the site over HTTPS use HTTPS for every subdomain, too.',
  }),
  ACCEL_REDIRECT: optional(
    z.string().regex(/^\/(?:[\w.-]+\/)+$/, 'an internal location of nginx, like /protected/'),
  ).meta({
    values: 'internal location of nginx, like `/protected/`',
    fallback: 'the server sends files itself',
    description:
      'Lets nginx send finished files. With `S3_BUCKET`, it is used only if `S3_DELIVERY` is `x-accel`. See [nginx.md](nginx.md).',
  }),
  NODE_ENV: choice(['production', 'development', 'test'], 'production').meta({
    description:
      '`development` serves the pages through Vite with live reload; `npm run dev` sets it.',
  }),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'warn').meta({
    description: 'The least severe level that is logged.',
  }),
  METRICS_ALLOW: z
    .preprocess(
      unset,
      z
        .string()
        .default(PRIVATE_NETWORKS)
        .refine((text) => parses(() => parseNetworks(text)), {
          error: 'a comma-separated list of addresses or CIDRs, like 127.0.0.1,10.1.0.0/16',
        }),
    )
    .meta({
      values: 'comma-separated addresses or CIDRs',
      fallback: 'loopback, private and link-local networks',
      description:
        'The clients that may read `/metrics`; all others get 404. Behind a trusted proxy, the address of the client decides, not that of the proxy. See [operator.md](operator.md#metrics).',
    }),
  SHUTDOWN_GRACE_SECONDS: count(20).meta({
    description:
      'How long running merges and replies may take to finish after SIGTERM. Your supervisor must wait a few seconds longer before it kills the process.',
  }),
  DRAIN_SECONDS: z
    .preprocess(
      unset,
      z.coerce
        .number('a whole number, 0 or more')
        .int('a whole number')
        .min(0, '0 or more')
        .default(0),
    )
    .meta({
      values: 'whole number, 0 or more',
      description:
        'How long requests are still served after SIGTERM, while `/api/ready` already fails: two check intervals of your load balancer. Counts toward the same time as `SHUTDOWN_GRACE_SECONDS`; the longer of the two decides. Ctrl-C does not wait. The container image sets `10`. See [operator.md](operator.md#rolling-restarts).',
    }),
};

const storage = {
  DATA_DIR: z
    .preprocess(
      unset,
      z
        .string()
        .default(DATA_DIR)
        .transform((folder) => resolve(folder)),
    )
    .meta({
      values: 'folder',
      fallback: `\`${DATA_DIR}\``,
      description:
        'The folder for the embedded database, media files, the generated secret, updates of yt-dlp, and emails if there is no mail server. The container image sets `/data`.',
    }),
  DOMAINS_DIR: optional(z.string().transform((folder) => resolve(folder))).meta({
    values: 'folder',
    fallback: '`config/domains`',
    description:
      'The folder with one file for each site: see [domain-configuration.md](domain-configuration.md). `extraction.json` is expected beside this folder: see [operator.md](operator.md).',
  }),
  DATABASE_URL: urlOf('postgres:', 'postgresql:').meta({
    fallback: 'an embedded Postgres in `DATA_DIR`',
    description: 'A Postgres server. Needs `SECRET`.',
  }),
  REDIS_URL: urlOf('redis:', 'rediss:').meta({
    fallback: 'the process has its own queue, rate limits and sockets',
    description: 'A Redis server, for several processes that act as one service.',
  }),
  ROLE: choice(['all', 'api', 'worker'], 'all').meta({
    description:
      '`api` serves HTTP and sockets, `worker` prepares files, `all` does both. The first two need `DATABASE_URL` and `REDIS_URL`, and share one `DATA_DIR` unless finished files are in S3. See [operator.md](operator.md#several-processes).',
  }),
  SECRET: optional(z.string().min(16, 'at least 16 characters')).meta({
    values: '16 characters or more',
    fallback: 'generated once and stored in `DATA_DIR`',
    description:
      'Signs task ids, access tokens and the grants for images. Required with `DATABASE_URL`; every process must have the same one.',
  }),
  SECRET_PREVIOUS: optional(z.string().min(16, 'at least 16 characters')).meta({
    values: '16 characters or more',
    fallback: 'none',
    description:
      'The former `SECRET`, after a new one has been set. What it signed stays valid, but everything new is signed with `SECRET`. Remove it once the old signatures have expired: after 30 days, the longest session.',
  }),
  FILE_RETENTION_SECONDS: count(3600).meta({
    description: 'How long a finished file is kept.',
  }),
  FEED_RETENTION_SECONDS: optionalCount().meta({
    fallback: '`FILE_RETENTION_SECONDS`',
    description:
      'How long an audio file in the podcast feed of a free account is kept after it was made; four times as long in that of a paid one. Less than `FILE_RETENTION_SECONDS` has no effect. Podcast apps often look for new episodes only once a day. See [operator.md](operator.md#files-in-podcast-feeds).',
  }),
};

const limits = {
  MERGE_CONCURRENCY: count(cores).meta({
    fallback: 'number of cores',
    description: 'How many files one worker prepares at once.',
  }),
  EXTRACT_CONCURRENCY: count(cores * 2).meta({
    fallback: 'twice the number of cores',
    description: 'How many pages one process reads at once.',
  }),
  EXTRACT_WARM_UP_SECONDS: count(5).meta({
    description:
      'How long after its start the server loads yt-dlp, which takes half a second of processor time. The first search loads it earlier.',
  }),
  MAX_FILE_BYTES: count(4 * GIB).meta({
    description:
      'The largest file that is prepared or relayed; a larger one is refused up front, or stopped. A zip of several entries may be four times as large.',
  }),
  MAX_DURATION_SECONDS: count(6 * 3600).meta({
    description: 'The longest item that files are prepared from.',
  }),
  MAX_DISK_BYTES: z
    .preprocess(unset, z.coerce.number('a number of bytes').int().min(1).optional())
    .meta({
      values: 'whole number, 1 or more',
      fallback: '80% of the volume',
      description:
        'How much space finished and unfinished media files may take together. Beyond that, new tasks fail with `DISK_FULL`.',
    }),
  RATE_LIMIT: choice(['on', 'off'], 'on').meta({
    description: '`off` turns off all rate limits; use it for load measurements only.',
  }),
  CONNECTIONS_PER_ADDRESS: count(1000).meta({
    description:
      'How many connections one address (IPv6: a /56) may have open; behind a trusted proxy, how many concurrent requests it may make. Beyond that, the reply is 429. Keep in mind that a whole school may share one address.',
  }),
  BODY_TIMEOUT_SECONDS: count(30).meta({
    description:
      'How long the body of a request (at most 64 KB) may take to arrive. After that, the reply is 408 and the connection is closed.',
  }),
};

const sources = {
  EGRESS_ALLOW: z
    .preprocess(
      unset,
      z
        .string()
        .default('')
        .refine((text) => parses(() => parseEgressAllow(text)), {
          error: 'a comma-separated list of host:port or CIDR, like 127.0.0.1:8080,10.1.0.0/16',
        }),
    )
    .meta({
      values: 'comma-separated `host:port` or CIDR',
      fallback: 'empty',
      description:
        'Addresses that are not public but that links may lead to, such as a media server in your own network. Leave it empty unless you need it.',
    }),
  CALLBACK_HTTP: choice(['on', 'off'], 'off').meta({
    description:
      '`on` lets accounts give a `callback_url` that begins with `http://`, for receivers in your own network (`EGRESS_ALLOW`). Its messages can then be read on the way.',
  }),
  YT_DLP_PATH: path().meta({
    fallback: 'the one fetched by `npm start` or an update, otherwise `PATH`',
    description: 'Your own yt-dlp, which Dipper then never updates.',
  }),
  YT_DLP_UPDATE: choice(['off', 'daily'], 'off').meta({
    description:
      '`daily` looks for a newer yt-dlp once a day, as `npm run update:yt-dlp` does. Only signed releases that pass a trial are installed.',
  }),
  FFMPEG_PATH: path().meta({ fallback: '`PATH`', description: 'Your own ffmpeg.' }),
  FFPROBE_PATH: path().meta({ fallback: '`PATH`', description: 'Your own ffprobe.' }),
};

/** Variables that other variables may depend on. */
type NeededName =
  | 'SECRET'
  | 'DATABASE_URL'
  | 'REDIS_URL'
  | 'ACCEL_REDIRECT'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY';

export const ENV_SECTIONS = {
  Server: server,
  'Storage and processes': storage,
  'Files in S3': s3,
  Limits: limits,
  Sources: sources,
  Email: email,
  Tracing: tracing,
} satisfies Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;

/** Every variable that the server reads, by name. */
export const envSchema = z
  .object({ ...server, ...storage, ...s3, ...limits, ...sources, ...email, ...tracing })
  .superRefine((env, context) => {
    const need = (name: NeededName, why: string): void => {
      if (env[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: why });
      }
    };
    if (env.DATABASE_URL !== undefined) {
      need('SECRET', 'at least 16 characters, because DATABASE_URL is set');
    }
    if (env.ROLE !== 'all') {
      need('DATABASE_URL', `a postgres:// URL, because ROLE is ${env.ROLE}`);
      need('REDIS_URL', `a redis:// URL, because ROLE is ${env.ROLE}`);
    }
    if (env.S3_BUCKET !== undefined) {
      need('S3_ACCESS_KEY_ID', 'the id of a key, because S3_BUCKET is set');
      need('S3_SECRET_ACCESS_KEY', 'the secret part of the key, because S3_BUCKET is set');
      if (env.S3_DELIVERY === 'x-accel') {
        need('ACCEL_REDIRECT', 'an internal location of nginx, because S3_DELIVERY is x-accel');
      }
    } else if (
      (env.S3_ENDPOINT ?? env.S3_ACCESS_KEY_ID ?? env.S3_SECRET_ACCESS_KEY) !== undefined
    ) {
      need('S3_BUCKET', 'the name of a bucket, because other S3 variables are set');
    }
  });
