import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Third-party runtimes and the one file of ours that may name each (docs/architecture.md). */
const OWNED = [
  { name: 'bull', owner: 'apps/api/src/infra/queue/bull.queue.ts' },
  { name: 'ioredis', owner: 'apps/api/src/infra/redis/redis.ts' },
  { name: 'yt-dlp-exec', owner: 'apps/api/src/extract/extractors/ytdlp/run/ytdlp.run.ts' },
  { name: 'fluent-ffmpeg', owner: 'apps/api/src/make/ffmpeg.ts' },
  { name: 'undici', owner: 'apps/api/src/infra/egress/*.ts' },
  { name: 'proxy-chain', owner: 'apps/api/src/infra/egress/*.ts' },
  { name: 'ipaddr.js', owner: 'apps/api/src/infra/egress/*.ts' },
  { name: '@electric-sql/pglite', owner: 'apps/api/src/infra/database/*.ts' },
  { name: '@electric-sql/pglite/nodefs', owner: 'apps/api/src/infra/database/*.ts' },
  { name: '@electric-sql/pglite-socket', owner: 'apps/api/src/infra/database/*.ts' },
  { name: '@nestjs/throttler', owner: 'apps/api/src/infra/limits/*.ts' },
  { name: 'htmlparser2', owner: 'apps/api/src/extract/extractors/page/markup.ts' },
  { name: '@nestjs/jwt', owner: 'apps/api/src/auth/session/*.ts' },
  { name: '@nestjs/passport', owner: 'apps/api/src/auth/*.ts' },
  { name: 'passport-jwt', owner: 'apps/api/src/auth/*.ts' },
  { name: '@node-rs/argon2', owner: 'apps/api/src/auth/password/hash-password.ts' },
  { name: 'nodemailer', owner: 'apps/api/src/infra/mail/*.ts' },
  { name: 'yazl', owner: 'apps/api/src/make/bundle/zip-file.ts' },
  { name: 'satori', owner: 'apps/api/src/web/pictures/draw-card.ts' },
  { name: '@resvg/resvg-js', owner: 'apps/api/src/web/pictures/rasterize.ts' },
  { name: 'child_process', owner: 'apps/api/src/infra/process/*.ts' },
  { name: 'node:child_process', owner: 'apps/api/src/infra/process/*.ts' },
  { name: 'socket.io-client', owner: 'apps/web/src/features/preview/merge/merge-socket.ts' },
  { name: 'hls.js', owner: 'apps/web/src/features/preview/player/hls.ts' },
  {
    name: 'vanilla-cookieconsent',
    owner: 'apps/web/src/features/consent/cookie-consent.ts',
  },
  { name: 'react-hook-form', owner: 'apps/web/src/ui/form/use-form.ts' },
  { name: '@hookform/resolvers', owner: 'apps/web/src/ui/form/use-form.ts' },
  { name: 'uqr', owner: 'apps/web/src/features/share/qr-path.ts' },
  { name: 'vite-plugin-pwa', owner: 'apps/web/service-worker.ts' },
  { name: 'culori/fn', owner: 'apps/web/src/theme/colour.ts' },
  { name: 'radix-ui', owner: 'apps/web/src/ui/**/*.tsx' },
  { name: '@radix-ui', owner: 'apps/web/src/ui/**/*.tsx' },
];

/** A package and all of its parts ("radix-ui/dialog"). */
const ownedPackages = OWNED.map(({ name, owner }) => ({
  owner,
  rule: {
    regex: `^${name.replaceAll('.', '\\.')}(?:/|$)`,
    allowTypeImports: true,
    message: `${name} is used in ${owner} only.`,
  },
}));

/** Who is no owner may not name these. */
const notOwnedBy = (file) =>
  ownedPackages.filter(({ owner }) => owner !== file).map(({ rule }) => rule);

const TOO_MANY_PARAMETERS = [
  'FunctionDeclaration[params.length>4]',
  'ArrowFunctionExpression[params.length>4]',
  "MethodDefinition[kind!='constructor'] > FunctionExpression[params.length>4]",
  "MethodDefinition[kind='constructor'] > FunctionExpression[params.length>5]",
].map((selector) => ({ selector, message: 'Too many parameters: name them in an object.' }));

/**
 * Which module of the api may use which other (docs/architecture.md, "Who may call whom"). Everybody
 * may use `infra`; a new edge needs a line there and must not close a circle.
 */
const MODULE_EDGES = {
  extract: ['source', 'config'],
  make: ['source', 'extract'],
  auth: ['config'],
  history: ['auth', 'config', 'extract', 'merge'],
  merge: ['source', 'extract', 'make', 'auth'],
  relay: ['source', 'extract'],
  share: ['extract', 'relay'],
  web: ['config', 'share'],
};

/** The web's folders, outermost first: each may use those behind it. */
const WEB_LAYERS = ['web-app', 'web-page', 'web-feature', 'web-ui', 'web-shared'];
const LIBRARIES = ['site', 'contract', 'media'];

/** Pages, and features, do not know each other. */
const sameFolder = (type, name) => ({
  from: { element: { type } },
  allow: {
    to: { element: { type, captured: { [name]: `{{ from.element.captured.${name} }}` } } },
  },
});

const module = (name) => ({ type: 'module', captured: { module: name } });

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'test/fixtures/**', 'test/.cache/**'],
  },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}', 'scripts/**/*.mjs'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'libs/*/tsconfig.eslint.json',
          'apps/*/tsconfig.json',
          'test/tsconfig.json',
          'scripts/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: notOwnedBy(null) }],
      eqeqeq: 'error',
      curly: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      // At most 4 parameters; of a constructor, which takes what is injected, 5: more are two services.
      'no-restricted-syntax': ['error', ...TOO_MANY_PARAMETERS],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'The environment is parsed in infra/env/env.ts.',
        },
        {
          object: 'URL',
          property: 'canParse',
          message: 'Use parseUrl (@dipper/media), which says why.',
        },
      ],
    },
  },
  ...OWNED.map(({ owner }) => ({
    files: [owner],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: notOwnedBy(owner) }],
    },
  })),
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
    plugins: { boundaries },
    settings: {
      'import/resolver': {
        typescript: {
          noWarnOnMultipleProjects: true,
          project: ['apps/*/tsconfig.json', 'libs/*/tsconfig.json'],
        },
      },
      'boundaries/elements': [
        { type: 'media', pattern: 'libs/media' },
        { type: 'contract', pattern: 'libs/contract' },
        { type: 'site', pattern: 'libs/site' },
        { type: 'infra', pattern: 'apps/api/src/infra' },
        { type: 'module', pattern: 'apps/api/src/*', capture: ['module'] },
        { type: 'api', pattern: 'apps/api' },
        { type: 'web-app', pattern: 'apps/web/src/app' },
        { type: 'web-page', pattern: 'apps/web/src/pages/*', capture: ['page'] },
        { type: 'web-feature', pattern: 'apps/web/src/features/*', capture: ['feature'] },
        { type: 'web-ui', pattern: 'apps/web/src/ui' },
        { type: 'web-shared', pattern: 'apps/web/src/{lib,i18n,content,testing,theme}' },
        { type: 'web', pattern: 'apps/web' },
      ],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            { from: { element: { type: 'media' } }, allow: { to: { element: { type: 'media' } } } },
            {
              from: { element: { type: 'contract' } },
              allow: { to: { element: { types: { anyOf: ['contract', 'media'] } } } },
            },
            {
              from: { element: { type: 'site' } },
              allow: { to: { element: { types: { anyOf: ['site', 'contract', 'media'] } } } },
            },
            {
              from: {
                element: {
                  types: {
                    anyOf: ['module', 'api', 'web', 'web-app', 'web-feature', 'web-shared'],
                  },
                },
              },
              allow: { to: { element: { type: 'site' } } },
            },
            {
              from: { element: { types: { anyOf: ['infra', 'module'] } } },
              allow: { to: { element: { types: { anyOf: ['contract', 'media', 'infra'] } } } },
            },
            {
              from: { element: { type: 'module' } },
              allow: {
                to: {
                  element: {
                    type: 'module',
                    captured: { module: '{{ from.element.captured.module }}' },
                  },
                },
              },
            },
            ...Object.entries(MODULE_EDGES).map(([from, to]) => ({
              from: { element: module(from) },
              allow: { to: { element: { type: 'module', captured: { module: to } } } },
            })),
            {
              from: { element: { type: 'api' } },
              allow: {
                to: {
                  element: { types: { anyOf: ['api', 'module', 'infra', 'contract', 'media'] } },
                },
              },
            },
            // app → pages → features → ui → lib, i18n, theme, content.
            {
              from: { element: { types: { anyOf: ['web', 'web-app'] } } },
              allow: {
                to: { element: { types: { anyOf: ['web', ...LIBRARIES, ...WEB_LAYERS] } } },
              },
            },
            ...WEB_LAYERS.slice(1).map((type, at) => ({
              from: { element: { type } },
              allow: {
                to: { element: { types: { anyOf: [...LIBRARIES, ...WEB_LAYERS.slice(at + 2)] } } },
              },
            })),
            ...[sameFolder('web-page', 'page'), sameFolder('web-feature', 'feature')],
            ...['web-ui', 'web-shared'].map((type) => ({
              from: { element: { type } },
              allow: { to: { element: { type } } },
            })),
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
          ],
        },
      ],
    },
  },
  {
    files: ['libs/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['node:*', '@nestjs/*', 'react*'] }],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // Components read longer than functions: markup is data.
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        ...TOO_MANY_PARAMETERS,
        {
          selector: 'JSXText[value=/\\p{L}/u]',
          message: 'Text for people comes from the i18n catalogue.',
        },
        {
          selector:
            'JSXAttribute[name.name=/^(title|alt|placeholder|aria-label|aria-description)$/] > Literal[value=/\\p{L}/u]',
          message: 'Text for people comes from the i18n catalogue.',
        },
        {
          selector:
            'ImportDeclaration[source.value="react-router-dom"] > ImportSpecifier[imported.name=/^(Nav)?Link$/]',
          message: 'Links are PageLink or SiteLink of ui/site-link.tsx (docs/decisions/0021).',
        },
      ],
    },
  },
  {
    files: [
      ...[
        'apps/api/src/infra/env/*.ts',
        'apps/api/src/main.ts',
        'apps/api/src/accounts.ts',
        'apps/api/src/update-yt-dlp.ts',
      ],
      ...['test/**/*.ts', 'scripts/**/*.mjs', '**/*.spec.ts', 'apps/web/vite.config.ts'],
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['scripts/**/*.mjs'],
    rules: {
      // Who may use which runtime is a matter of the product.
      '@typescript-eslint/no-restricted-imports': 'off',
      // These see no cast in a comment, as the compiler does, and a bench loads built files.
      ...Object.fromEntries(
        ['assignment', 'argument', 'call', 'member-access', 'return'].map((what) => [
          `@typescript-eslint/no-unsafe-${what}`,
          'off',
        ]),
      ),
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', 'apps/api/src/**/testing/**/*.ts', 'test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      // A row of a table is given to its test as so many parameters, and not all are used.
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-restricted-imports': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        performance: 'readonly',
        structuredClone: 'readonly',
      },
    },
  },
);
