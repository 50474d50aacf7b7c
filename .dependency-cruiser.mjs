/**
 * Defines which parts may import which (docs/architecture.md). Type imports count. Every rule lists
 * the allowed imports; any other import of our own files is refused.
 */

/**
 * Which module of apps/api may use which others. All of them may use `infra`. A new dependency
 * needs an entry in docs/architecture.md, "Who may call whom", and must not create a cycle.
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
  web: ['config', 'share', 'status'],
  config: [],
  source: [],
};

/**
 * Third-party libraries, and the one file of ours that may import each. Types may be imported
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
  passport: 'apps/api/src/auth/identify.ts',
  'passport-jwt': 'apps/api/src/auth/',
  '@node-rs/argon2': 'apps/api/src/auth/password/hash-password.ts',
  nodemailer: 'apps/api/src/infra/mail/',
  yazl: 'apps/api/src/make/bundle/zip-file.ts',
  mediabunny: 'apps/api/src/source/media/media-program.js',
  openpgp: 'apps/api/src/extract/extractors/ytdlp/update/release-signature.ts',
  satori: 'apps/api/src/web/pictures/draw-words.ts',
  '@resvg/resvg-js': 'apps/api/src/web/pictures/rasterize.ts',
  '@opentelemetry': 'apps/api/src/infra/tracing/open-telemetry.ts',
  '@aws-sdk': 'apps/api/src/infra/storage/s3/s3-bucket.ts',
  child_process: 'apps/api/src/infra/process/',
  'socket.io-client': 'apps/web/src/entities/task/follow/merge-socket.ts',
  'hls.js': 'apps/web/src/features/preview/player/hls.ts',
  uqr: 'apps/web/src/entities/share/qr-path.ts',
  'vite-plugin-pwa': 'apps/web/service-worker.plugin.ts',
  culori: 'apps/web/src/theme/colour.ts',
};

const LIBRARIES = ['media', 'contract', 'site'];
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
  only('media-imports-nothing', libs('media'), []),
  only('contract-uses-media', libs('contract'), [libs('media')]),
  only('site-uses-contract-and-media', libs('site'), [libs('media', 'contract')]),
];

const server = [
  only('infra-knows-no-feature', api('infra'), [libs('media', 'contract')]),
  ...Object.entries(MODULE_EDGES).map(([from, to]) =>
    only(`edges-of-${from}`, api(from), [api('infra', ...to), libs(...LIBRARIES)]),
  ),
  only('api-does-not-import-web', '^apps/api/', [libs(...LIBRARIES)]),
];

/**
 * The order of the layers: app → pages → features → entities → ui → content, i18n, theme, site →
 * lib.
 */
const browser = [
  only('web-does-not-import-api', '^apps/web/', [libs(...LIBRARIES)]),
  {
    name: 'gallery-is-no-part-of-the-site',
    severity: 'error',
    from: { path: '^apps/web/(?!gallery/)' },
    to: { path: '^apps/web/gallery/' },
  },
  onlyOwn('pages-do-not-know-each-other', 'apps/web/src/pages', [
    libs(...LIBRARIES),
    web('features', 'entities', 'ui', TESTING, ...GROUND),
  ]),
  onlyOwn('features-do-not-know-each-other', 'apps/web/src/features', [
    libs(...LIBRARIES),
    web('entities', 'ui', TESTING, ...GROUND),
  ]),
  onlyOwn('entities-do-not-know-each-other', 'apps/web/src/entities', [
    libs(...LIBRARIES),
    web('ui', TESTING, ...GROUND),
  ]),
  only('ui-knows-no-entity', web('ui'), [libs(...LIBRARIES), web(TESTING, ...GROUND)]),
  only('testing-knows-no-look', web(TESTING), [libs(...LIBRARIES), web(...GROUND)]),
  ...GROUND.map((layer, at) =>
    only(`${layer}-knows-nothing-above`, web(layer), [
      libs(...LIBRARIES),
      web(TESTING, ...GROUND.slice(at + 1)),
    ]),
  ),
];

/** Escapes a path so that it can be used as a pattern. */
const literal = (text) => text.replaceAll('.', '\\.');
const owners = Object.entries(OWNERS).map(([name, owner]) => ({
  name: `owner-of-${name}`,
  severity: 'error',
  from: { path: OURS, pathNot: [`^${literal(owner)}`, SPEC, '/testing/', '\\.mjs$'] },
  to: {
    path: `(^|(^|/)node_modules/|^node:)${literal(name)}(/|$)`,
    dependencyTypesNot: ['type-only'],
  },
}));

export default {
  forbidden: [
    ...[...libraries, ...server, ...browser, ...owners],
    {
      name: 'libraries-run-anywhere',
      comment: 'Imports neither Node nor a framework.',
      severity: 'error',
      from: { path: '^libs/', pathNot: SPEC },
      to: { path: ['^node:', '/node_modules/(@nestjs|react)'] },
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
