import { EnvProblem, parseEnv } from './env.js';

describe('parseEnv', () => {
  it('uses the documented defaults', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      ROLE: 'all',
      FILE_RETENTION_SECONDS: 3600,
      SHUTDOWN_GRACE_SECONDS: 20,
      MAX_FILE_BYTES: 4294967296,
      MAX_DURATION_SECONDS: 21600,
      TRUST_PROXY: 'loopback',
      EGRESS_ALLOW: '',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'on',
      HSTS_INCLUDE_SUBDOMAINS: 'off',
      DRAIN_SECONDS: 0,
    });
  });

  it.each(['loopback', '10.1.2.3', 'loopback, 10.0.0.0/8,fd00::/8', 'uniquelocal'])(
    'accepts %s for TRUST_PROXY',
    (list) => {
      expect(parseEnv({ TRUST_PROXY: list }).TRUST_PROXY).toBe(list);
    },
  );

  it('treats an empty value as not set', () => {
    expect(parseEnv({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ PORT: 3000 });
  });

  it.each([
    [{ PORT: 'eighty' }, /^PORT is "eighty"; allowed: a port, 0 to 65535\.$/],
    [{ PORT: '65536' }, /^PORT is "65536"/],
    [{ ROLE: 'boss' }, /^ROLE is "boss"; allowed: one of all, api, worker\.$/],
    [
      { REDIS_URL: 'http://x' },
      /^REDIS_URL is "http:\/\/x"; allowed: a URL that starts with redis:\/\//,
    ],
    [{ DATABASE_URL: 'postgres://h/d' }, /^SECRET is not set; allowed: at least 16 characters/],
    [{ DATABASE_URL: 'postgres://h/d', SECRET: 'short' }, /^SECRET is set, but not usable/],
    [
      { DATABASE_URL: 'mysql://me:hunter2@h/d' },
      /^DATABASE_URL is "mysql:\/\/\.\.\.@h\/d"; allowed/,
    ],
    [{ SECRET_PREVIOUS: 'short' }, /^SECRET_PREVIOUS is set, but not usable; allowed: at least 16/],
    [{ ROLE: 'worker' }, /^DATABASE_URL is not set/],
    [
      { EGRESS_ALLOW: 'everything' },
      /^EGRESS_ALLOW is "everything"; allowed: a comma-separated list/,
    ],
    [
      { METRICS_ALLOW: '10.0.0.0/40' },
      /^METRICS_ALLOW is "10.0.0.0\/40"; allowed: a comma-separated list/,
    ],
    [{ FILE_RETENTION_SECONDS: '0' }, /^FILE_RETENTION_SECONDS is "0"; allowed: 1 or more/],
    [{ FEED_RETENTION_SECONDS: '0' }, /^FEED_RETENTION_SECONDS is "0"; allowed: 1 or more/],
    [
      { TRUST_PROXY: 'true' },
      /^TRUST_PROXY is "true"; allowed: a comma-separated list of addresses/,
    ],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY is "10.0.0.0\/33"/],
    [
      { LOG_LEVEL: 'loud' },
      /^LOG_LEVEL is "loud"; allowed: one of fatal, error, warn, info, debug, trace, silent\.$/,
    ],
    [
      { HSTS_INCLUDE_SUBDOMAINS: 'yes' },
      /^HSTS_INCLUDE_SUBDOMAINS is "yes"; allowed: one of on, off\.$/,
    ],
    [{ RATE_LIMIT: 'no' }, /^RATE_LIMIT is "no"; allowed: one of on, off\.$/],
    [
      { ACCEL_REDIRECT: 'protected' },
      /^ACCEL_REDIRECT is "protected"; allowed: an internal location/,
    ],
    [{ ACCEL_REDIRECT: '/a/../b/ x' }, /^ACCEL_REDIRECT is/],
    [{ S3_BUCKET: 'Files' }, /^S3_BUCKET is "Files"; allowed: the name of an S3 bucket/],
    [{ S3_BUCKET: 'files' }, /^S3_ACCESS_KEY_ID is not set; allowed: the id of a key/],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, /^S3_BUCKET is not set; allowed: the name of a/],
    [
      {
        ...{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
        S3_DELIVERY: 'x-accel',
      },
      /^ACCEL_REDIRECT is not set; allowed: an internal location of nginx, because/,
    ],
    [{ MERGE_CONCURRENCY: '1.5' }, /^MERGE_CONCURRENCY is "1.5"; allowed: a whole number/],
  ])('rejects %j', (source, message) => {
    expect(() => parseEnv(source)).toThrow(EnvProblem);
    expect(() => parseEnv(source)).toThrow(message);
  });
});
