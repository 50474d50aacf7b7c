/**
 * Defines which parts may import which (docs/architecture.md). Type imports count. Every rule lists
 * the allowed imports; any other import of our own files is refused.
 */

/**
 * Which module of apps/api may use which others. All of them may use `infra`. A new dependency
 * needs an entry in docs/architecture.md, "What may import what", and must not create a cycle.
 */
const MODULE_EDGES = {
  extract: ['source', 'config'],
  make: ['source', 'extract'],
  auth: ['config'],
  history: ['auth', 'config', 'extract', 'merge'],
  merge: ['source', 'extract', 'make', 'auth'],
  relay: ['source', 'extract'],
  share: ['extract', 'relay'],
  status: ['config', 'merge'],
  webhooks: ['auth', 'merge'],
  feed: ['auth', 'config', 'merge'],
  web: ['config', 'share', 'status'],
  // Its spec signs an example as webhooks do.
  openapi: ['webhooks'],
  config: [],
  source: [],
};

/**
 * Third-party libraries, and our only file that may import each of them. Types may be imported
 * anywhere.
 */
const OWNERS = {
  bull: 'apps/api/src/infra/queue/bull.queue.ts',
  ioredis: 'apps/api/src/infra/redis/redis.ts',
  'prom-client': 'apps/api/src/infra/metrics/prom-metrics.ts',
  'yt-dlp-exec': 'apps/api/src/extract/extractors/ytdlp/run/ytdlp.run.ts',
  'fluent-ffmpeg': 'apps/api/src/make/ffmpeg.ts',
  undici: 'apps/api/src/infra/egress/',
  'proxy-chain': 'apps/api/src/infra/egress/',
  'ipaddr.js': 'apps/api/src/infra/egress/',
  '@electric-sql/pglite': 'apps/api/src/infra/database/',
  '@electric-sql/pglite-socket': 'apps/api/src/infra/database/',
  '@nestjs/throttler': 'apps/api/src/infra/limits/',
  htmlparser2: 'apps/api/src/extract/extractors/page/markup.ts',
  '@nestjs/jwt': 'apps/api/src/auth/session/',
  '@nestjs/passport': 'apps/api/src/auth/',
  passport: 'apps/api/src/auth/',
  'passport-jwt': 'apps/api/src/auth/',
  '@node-rs/argon2': 'apps/api/src/auth/password/hash-password.ts',
  nodemailer: 'apps/api/src/infra/mail/',
  yazl: 'apps/api/src/make/bundle/zip-file.ts',
  mediabunny: 'apps/api/src/source/media/media-program.js',
  openpgp: 'apps/api/src/extract/extractors/ytdlp/update/signed-release.js',
  harfbuzzjs: 'apps/api/src/web/pictures/type/open-font.ts',
  wawoff2: 'apps/api/src/web/pictures/type/open-font.ts',
  'bidi-js': 'apps/api/src/web/pictures/type/set-text.ts',
  linebreak: 'apps/api/src/web/pictures/type/break-lines.ts',
  '@resvg/resvg-js': 'apps/api/src/web/pictures/rasterize.ts',
  '@opentelemetry': 'apps/api/src/infra/tracing/open-telemetry.ts',
  '@aws-sdk': 'apps/api/src/infra/storage/s3/s3-bucket.ts',
  child_process: ['apps/api/src/infra/process/', 'apps/cli/src/server/own-server.ts'],
  'socket.io-client': 'libs/client/src/socket.ts',
  '@modelcontextprotocol': 'apps/cli/src/mcp/run-mcp.ts',
  'hls.js': 'apps/web/src/features/preview/player/hls.ts',
  uqr: 'apps/web/src/entities/share/qr-path.ts',
  'workbox-core': 'apps/web/src/entry-worker.ts',
  'workbox-navigation-preload': 'apps/web/src/entry-worker.ts',
  'workbox-precaching': 'apps/web/src/entry-worker.ts',
  'workbox-routing': 'apps/web/src/entry-worker.ts',
  'workbox-strategies': 'apps/web/src/entry-worker.ts',
  culori: 'apps/web/src/theme/lit-towards.ts',
};

const LIBRARIES = ['media', 'contract', 'site'];
/** The client of the API, which the server does not use. */
const CLIENT = 'client';
/** Which library may use which others. */
const LIBRARY_EDGES = {
  media: [],
  contract: ['media'],
  [CLIENT]: ['media', 'contract'],
  site: ['media', 'contract'],
};
const libs = (...names) => `^libs/(${names.join('|')})/`;
const api = (...names) => `^apps/api/src/(${names.join('|')})/`;
const web = (...names) => `^apps/web/src/(${names.join('|')})/`;
/**
 * The layers of apps/web below `ui`, from top to bottom. Each layer may import the ones after it.
 */
const GROUND = ['content', 'i18n', 'theme', 'site', 'lib'];
/** Specs and their helpers may use any of these layers. */
const TESTING = 'testing';
const OURS = '^(apps|libs)/[^/]+/(?!node_modules/)';
const SPEC = '\\.spec\\.tsx?$';

/** @param {string} from @param {string[]} allowed path patterns */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: OURS, pathNot: [from, ...allowed] },
});

/** Like `only`, for the subfolders of a folder: each may import itself, but not its siblings. */
const onlyOwn = (name, parent, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${parent}/([^/]+)/` },
  to: { path: OURS, pathNot: [`^${parent}/$1/`, ...allowed] },
});

const libraries = [
  ...Object.entries(LIBRARY_EDGES).map(([from, to]) =>
    only(`edges-of-${from}-library`, libs(from), to.length === 0 ? [] : [libs(...to)]),
  ),
  {
    name: 'new-libraries-need-a-row',
    comment: 'Add the library to LIBRARY_EDGES.',
    severity: 'error',
    from: { path: `^libs/(?!(?:${Object.keys(LIBRARY_EDGES).join('|')})/)([^/]+)/` },
    to: { path: OURS, pathNot: '^libs/$1/' },
  },
];

const server = [
  only('infra-knows-no-feature', api('infra'), [libs('media', 'contract')]),
  ...Object.entries(MODULE_EDGES).map(([from, to]) =>
    only(`edges-of-${from}`, api(from), [api('infra', ...to), libs(...LIBRARIES)]),
  ),
  {
    name: 'new-modules-need-a-row',
    comment: 'Add the module to MODULE_EDGES.',
    severity: 'error',
    from: {
      path: `^apps/api/src/(?!(?:${['infra', ...Object.keys(MODULE_EDGES)].join('|')})/)([^/]+)/`,
    },
    to: { path: OURS, pathNot: ['^apps/api/src/$1/', api('infra'), '^libs/'] },
  },
  only('api-does-not-import-web', '^apps/api/', [libs(...LIBRARIES)]),
];

/** Each app may use the libraries, but no other app. This also applies to new ones. */
const apps = [onlyOwn('apps-do-not-know-each-other', 'apps', ['^libs/'])];

const commandLine = [only('cli-uses-libraries', '^apps/cli/', [libs('media', 'contract', CLIENT)])];

/**
 * The order of the layers: app → pages → features → entities → ui → content, i18n, theme, site →
 * lib.
 */
const browser = [
  only('web-does-not-import-api', '^apps/web/', [libs(...LIBRARIES, CLIENT)]),
  {
    name: 'gallery-is-no-part-of-the-site',
    severity: 'error',
    from: { path: '^apps/web/(?!gallery/)' },
    to: { path: '^apps/web/gallery/' },
  },
  onlyOwn('pages-do-not-know-each-other', 'apps/web/src/pages', [
    libs(...LIBRARIES, CLIENT),
    web('features', 'entities', 'ui', TESTING, ...GROUND),
  ]),
  onlyOwn('features-do-not-know-each-other', 'apps/web/src/features', [
    libs(...LIBRARIES, CLIENT),
    web('entities', 'ui', TESTING, ...GROUND),
  ]),
  onlyOwn('entities-do-not-know-each-other', 'apps/web/src/entities', [
    libs(...LIBRARIES, CLIENT),
    web('ui', TESTING, ...GROUND),
  ]),
  only('ui-knows-no-entity', web('ui'), [libs(...LIBRARIES, CLIENT), web(TESTING, ...GROUND)]),
  only('testing-knows-no-look', web(TESTING), [libs(...LIBRARIES, CLIENT), web(...GROUND)]),
  ...GROUND.map((layer, at) =>
    only(`${layer}-knows-nothing-above`, web(layer), [
      libs(...LIBRARIES, CLIENT),
      web(TESTING, ...GROUND.slice(at + 1)),
    ]),
  ),
];

/** The browser extension has no build step, so it can import nothing but its own files. */
const extension = {
  name: 'extension-stands-alone',
  severity: 'error',
  from: { path: '^apps/extension/', pathNot: SPEC },
  to: { pathNot: '^apps/extension/' },
};

/** Escapes a path so that it can be used as a pattern. */
const literal = (text) => text.replaceAll('.', '\\.');
const owners = Object.entries(OWNERS).map(([name, owner]) => ({
  name: `owner-of-${name}`,
  severity: 'error',
  from: {
    path: OURS,
    pathNot: [...[owner].flat().map((path) => `^${literal(path)}`), SPEC, '/testing/', '\\.mjs$'],
  },
  to: {
    path: `(^|(^|/)node_modules/|^node:)${literal(name)}(/|$)`,
    dependencyTypesNot: ['type-only'],
  },
}));

export default {
  forbidden: [
    ...[...libraries, ...server, ...apps, ...commandLine, ...browser, extension, ...owners],
    {
      name: 'libraries-run-anywhere',
      comment: 'Imports neither Node nor a framework.',
      severity: 'error',
      from: { path: '^libs/', pathNot: [SPEC, '/testing/'] },
      to: { path: ['^node:', '/node_modules/(@nestjs|react)'] },
    },
    {
      name: 'testing-is-for-specs',
      comment: 'Fixtures and fakes must not be part of what we ship.',
      severity: 'error',
      from: {
        path: OURS,
        pathNot: [SPEC, '/testing/', '^apps/web/(?:gallery/|jest\\.setup)'],
      },
      to: { path: '^(?:apps|libs)/.+/testing/' },
    },
    {
      name: 'no-circle',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: SPEC },
      to: { circular: true },
    },
    {
      name: 'nobody-calls-an-edge',
      comment:
        'Controllers, gateways and workers are called by the outside; modules only list them.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: '\\.(module|spec)\\.ts$|/testing/' },
      to: { path: '^apps/api/src/.+\\.(controller|gateway|worker)\\.ts$' },
    },
    {
      name: 'tables-have-one-owner',
      comment: "Use another module's rows through its services.",
      severity: 'error',
      from: { path: '^apps/api/src/([^/]+)/', pathNot: `${SPEC}|/testing/` },
      to: { path: '\\.(repository|entity)\\.ts$', pathNot: '^apps/api/src/$1/' },
    },
    {
      name: 'repositories-below-services',
      severity: 'error',
      from: { path: '\\.(repository|entity)\\.ts$' },
      to: { path: '\\.(service|module)\\.ts$', pathNot: '^apps/api/src/infra/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|libs)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
