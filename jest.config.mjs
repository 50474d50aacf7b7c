// Jest runs CommonJS on Node 20, so swc transforms TypeScript and the ESM packages below.
// Production runs ESM. test/medium starts the built server, so the tests cover both.
const target = 'es2023';
const esmPackages = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  '@tokenizer',
  'uint8array-extras',
  '@borewit',
  'load-esm',
  'es-toolkit',
  'js-yaml',
  'p-queue',
  'eventemitter3',
  'p-timeout',
  'typeorm',
  'htmlparser2',
  'domelementtype',
  'domhandler',
  'domutils',
  'dom-serializer',
  'entities',
  'proxy-chain',
  'socks-proxy-agent',
  'culori',
  'agent-base',
];

/**
 * @param {object} parser
 * @param {object} [transform]
 */
const swc = (parser, transform = {}) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: { target, parser, transform, keepClassNames: true },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

const common = {
  rootDir: import.meta.dirname,
  moduleNameMapper: {
    // Vite lists each language's files at build time; specs read the folders.
    '^\\./files-by-language\\.js$': '<rootDir>/apps/web/src/testing/files-by-language.ts',
    '\\.css$': '<rootDir>/apps/web/src/testing/asset-address.ts',
    '\\?url$': '<rootDir>/apps/web/src/testing/asset-address.ts',
    // Specs of apps/web never connect to a server; test/e2e covers that.
    '^\\./merge-socket\\.js$': '<rootDir>/apps/web/src/entities/task/testing/fake-merge-socket.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@dipper/contract$': '<rootDir>/libs/contract/src/index.ts',
    '^@dipper/media$': '<rootDir>/libs/media/src/index.ts',
    '^@dipper/client$': '<rootDir>/libs/client/src/index.ts',
    '^@dipper/client/socket$': '<rootDir>/libs/client/src/socket.ts',
    '^@dipper/client/testing$': '<rootDir>/libs/client/src/testing/index.ts',
    '^@dipper/site$': '<rootDir>/libs/site/src/index.ts',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
};

const typescript = {
  '^.+\\.ts$': swc(
    { syntax: 'typescript', decorators: true },
    { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  ),
  '^.+\\.tsx$': swc({ syntax: 'typescript', tsx: true }, { react: { runtime: 'automatic' } }),
  '^.+\\.m?js$': swc({ syntax: 'ecmascript' }),
  '^.+\\.mdx$': '<rootDir>/scripts/testing/mdx-transform.mjs',
};

/**
 * @param {string} displayName
 * @param {string[]} roots folders of the repository
 * @param {object} [extra] settings that differ from those of the other projects
 */
const node = (displayName, roots, extra = {}) => ({
  ...common,
  displayName,
  roots: roots.map((root) => `<rootDir>/${root}`),
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts'],
  transform: typescript,
  ...extra,
});

const TESTING = '<rootDir>/scripts/testing';
/** With this runtime, a worker loads each module once instead of once per spec file. */
const SHARED = {
  runtime: `${TESTING}/shared-runtime.cjs`,
  testEnvironment: `${TESTING}/shared-node.cjs`,
};

/** Constants that vite.config.ts defines for the build. */
const DEFINED_BY_BUILD = { __ICON_SPRITE__: '/assets/icon-sprite.svg' };

/** Specs of apps/web that need a browser's document. */
const WITH_DOM = ['**/*.spec.tsx', '**/*.dom.spec.ts'];

/**
 * Specs of test/medium with some cases that also run on real services, because the choice of
 * database or queue matters there.
 */
export const ON_SERVICES = ['crash', 'database', 'start'];

/**
 * Specs that cannot run on embedded services, because they need several processes or freeze a
 * service.
 */
const ONLY_ON_SERVICES = ['cluster', 'frozen-services', 'lost-volume', 'migrations', 'tracing'];
const specOf = (name) => `<rootDir>/test/medium/${name}.spec.ts`;

/**
 * Specs beside their sources: those that run real programs, and those that need PostgreSQL or
 * Redis.
 */
const WITH_PROGRAMS = '**/*.program.spec.ts';
const WITH_SERVICES = '**/*.services.spec.ts';

export default {
  // Only ends tests that hang. It is longer than the 60 s after which a wait inside a test gives up
  // and reports what it waited for (test/harness/wait-until.ts).
  testTimeout: 180_000,
  testSequencer: '<rootDir>/scripts/testing/long-first.mjs',
  projects: [
    node(
      'libs',
      [
        'apps/extension/src',
        'libs/contract/src',
        'libs/media/src',
        'libs/client/src',
        'apps/cli/src',
        'libs/site/src',
        'scripts',
      ],
      SHARED,
    ),
    node('api', ['apps/api/src'], {
      ...SHARED,
      testMatch: ['**/*.spec.ts', `!${WITH_PROGRAMS}`, `!${WITH_SERVICES}`],
    }),
    // Modules of a page keep state, so each of these specs loads our modules afresh and shares only
    // packages.
    node('web', ['apps/web/src', 'apps/web/gallery'], {
      runtime: SHARED.runtime,
      globals: DEFINED_BY_BUILD,
      testEnvironment: `${TESTING}/shared-page.cjs`,
      testMatch: WITH_DOM,
      setupFilesAfterEnv: ['<rootDir>/apps/web/jest.setup.ts'],
    }),
    node('web-pure', ['apps/web/src'], {
      ...SHARED,
      globals: DEFINED_BY_BUILD,
      testMatch: ['**/*.spec.ts', ...WITH_DOM.map((pattern) => `!${pattern}`)],
    }),
    node('programs', ['apps/api/src'], { ...SHARED, testMatch: [WITH_PROGRAMS] }),
    node('medium', ['test/medium', 'test/origin'], {
      runtime: SHARED.runtime,
      testEnvironment: '<rootDir>/test/harness/shared-worker-environment.mjs',
      testMatch: [
        '<rootDir>/test/**/*.spec.ts',
        ...ONLY_ON_SERVICES.map((name) => `!**/test/medium/${name}.spec.ts`),
      ],
    }),
    node('services', ['test/medium', 'apps/api/src'], {
      ...SHARED,
      testMatch: [...[...ON_SERVICES, ...ONLY_ON_SERVICES].map(specOf), WITH_SERVICES],
      globalSetup: '<rootDir>/scripts/testing/with-services.mjs',
      globalTeardown: '<rootDir>/scripts/testing/without-services.mjs',
      setupFiles: ['<rootDir>/test/harness/on-services.mjs'],
    }),
    node('faults', ['test/faults'], { testMatch: ['**/*.spec.ts', '!**/*.long.spec.ts'] }),
    // Runs only in `npm run test:faults`.
    node('faults-long', ['test/faults'], { testMatch: ['**/*.long.spec.ts'] }),
    // Runs only in `npm run test:soak`.
    node('soak-long', ['test/soak'], { testMatch: ['**/*.long.spec.ts'] }),
    // Runs only in `npm run test:compose`, which needs Docker.
    node('compose-long', ['test/compose'], { testMatch: ['**/*.long.spec.ts'] }),
    node('egress', ['test/egress']),
    node('e2e', ['test/e2e'], {
      runtime: SHARED.runtime,
      testEnvironment: '<rootDir>/test/e2e/browser-environment.mjs',
    }),
  ],
};
