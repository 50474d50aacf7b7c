import { parseUrl } from '@dipper/media';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { parseEgressAllow } from '../egress/egress-policy.js';

const cores = availableParallelism();
const GIB = 1024 ** 3;

/** Compose files pass unset variables as empty text. */
const unset = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional());

const count = (fallback: number) =>
  z.preprocess(
    unset,
    z.coerce
      .number('a whole number, 1 or more')
      .int('a whole number')
      .min(1, '1 or more')
      .default(fallback),
  );
const urlOf = (...schemes: string[]) =>
  optional(
    z.string().refine((text) => schemes.includes(parseUrl(text)?.protocol ?? ''), {
      error: `a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    }),
  );
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.preprocess(unset, z.enum(values, `one of ${values.join(', ')}`).default(fallback as never));

const envSchema = z
  .object({
    NODE_ENV: choice(['production', 'development', 'test'], 'production'),
    PORT: z.preprocess(
      unset,
      z.coerce
        .number('a port, 0 to 65535')
        .int()
        .min(0)
        .max(65535, 'a port, 0 to 65535')
        .default(3000),
    ),
    HOST: z.preprocess(unset, z.string().default('127.0.0.1')),
    DATA_DIR: z.preprocess(
      unset,
      z
        .string()
        .default('./data')
        .transform((path) => resolve(path)),
    ),
    DOMAINS_DIR: optional(z.string().transform((path) => resolve(path))),
    DATABASE_URL: urlOf('postgres:', 'postgresql:'),
    REDIS_URL: urlOf('redis:', 'rediss:'),
    ROLE: choice(['all', 'api', 'worker'], 'all'),
    SECRET: optional(z.string().min(16, 'at least 16 characters')),
    PUBLIC_URL: urlOf('http:', 'https:'),
    FILE_RETENTION_SECONDS: count(3600),
    SHUTDOWN_GRACE_SECONDS: count(20),
    EGRESS_ALLOW: z.preprocess(
      unset,
      z
        .string()
        .default('')
        .refine((text) => parses(() => parseEgressAllow(text)), {
          error: 'a comma list of host:port or CIDR, like 127.0.0.1:8080,10.1.0.0/16',
        }),
    ),
    YT_DLP_PATH: optional(z.string()),
    YT_DLP_UPDATE: choice(['off', 'daily'], 'off'),
    FFMPEG_PATH: optional(z.string()),
    FFPROBE_PATH: optional(z.string()),
    MERGE_CONCURRENCY: count(cores),
    EXTRACT_CONCURRENCY: count(cores * 2),
    MAX_FILE_BYTES: count(4 * GIB),
    MAX_DURATION_SECONDS: count(6 * 3600),
    MAX_DISK_BYTES: z.preprocess(
      unset,
      z.coerce.number('a number of bytes').int().min(1).optional(),
    ),
    ACCEL_REDIRECT: optional(
      z.string().regex(/^\/(?:[\w.-]+\/)+$/, 'an internal location of nginx, like /protected/'),
    ),
    LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'warn'),
    SMTP_URL: urlOf('smtp:', 'smtps:'),
    MAIL_FROM: optional(
      z.string().regex(/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/, {
        error: 'an address, like "Dipper <no-reply@dipper.example>"',
      }),
    ),
    RATE_LIMIT: choice(['on', 'off'], 'on'),
    CONNECTIONS_PER_ADDRESS: count(1000),
    BODY_TIMEOUT_SECONDS: count(30),
    HSTS_INCLUDE_SUBDOMAINS: choice(['on', 'off'], 'off'),
    TRUST_PROXY: z.preprocess(
      unset,
      z.string().default('loopback').refine(isProxyList, {
        error: 'a comma list of addresses, networks, loopback, linklocal, uniquelocal',
      }),
    ),
  })
  .superRefine((env, context) => {
    const need = (name: 'SECRET' | 'DATABASE_URL' | 'REDIS_URL', why: string): void => {
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
  });

/** The parsed environment; keys are the variable names (docs: README, "Environment"). */
export type Env = z.infer<typeof envSchema>;

/** All variables that are read, for the documentation test. */
export const ENV_NAMES: readonly string[] = Object.keys(envSchema.shape);

/** A missing or malformed variable; the message is one line for the operator. */
export class EnvProblem extends Error {}

/**
 * Parses the environment.
 * @throws EnvProblem naming the first wrong variable, its value, and what is allowed.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const parsed = envSchema.safeParse(source);
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? 'environment');
  const given = shown(name, unset(source[name]) as string | undefined);
  throw new EnvProblem(`${name} is ${given}; allowed: ${issue?.message ?? 'another value'}.`);
}

/** The value for the operator, without secrets or passwords in URLs. */
function shown(name: string, value: string | undefined): string {
  if (value === undefined) {
    return 'not set';
  }
  return name === 'SECRET' ? 'set, but not usable' : `"${value.replace(/\/\/.*@/, '//...@')}"`;
}

/** Accepts Express's `trust proxy` values, except those that trust everyone. */
function isProxyList(text: string): boolean {
  return text.split(',').every((part) => {
    const entry = part.trim();
    const [address = '', bits] = entry.split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    return (
      ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
      (isIP(address) !== 0 &&
        (bits === undefined ||
          (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits)))
    );
  });
}

function parses(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
