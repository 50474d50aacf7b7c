/**
 * The second half of `npm run build:api`. Bundles the server's modules and their packages into a
 * few files, which halves the loading time at startup (docs/decisions/0037-bundled-server.md).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { fromRoot, ROOT } from './repository.mjs';

const COMPILED = fromRoot('apps', 'api', 'dist');

/** Files that are started by their path. All of them end up in one folder. */
const ENTRIES = [
  'main.js',
  'index.js',
  'accounts.js',
  'doctor.js',
  'update-yt-dlp.js',
  'infra/database/pglite.worker.js',
  'infra/database/init-database.js',
  'source/media/media-program.js',
];

/** Packages that stay in node_modules. */
const EXTERNAL = [
  // These look for native code, WebAssembly or scripts next to their modules.
  /^@electric-sql\/pglite/,
  ...[
    '@node-rs/argon2',
    '@resvg/resvg-js',
    'bull',
    'fluent-ffmpeg',
    'pino-pretty',
    'harfbuzzjs',
    'wawoff2',
  ],
  'yt-dlp-exec',
  // These are large and rarely loaded.
  ...['openpgp', 'vite', /^@opentelemetry\//, /^@aws-sdk\//],
  // These are optional and not installed.
  /^@nestjs\/microservices/,
  ...['class-transformer', 'class-validator', 'pg-native', 'pg-query-stream'],
];

/** Loads the compiler's source maps, so that stack traces show TypeScript files. */
const compilerMaps = {
  name: 'compiler-maps',
  load: {
    filter: { id: /\/(?:apps\/api|libs\/\w+)\/dist\/.*\.js$/ },
    /** @param {string} id */
    async handler(id) {
      const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')]);
      return { code, map };
    },
  },
};

/**
 * Replaces modules that a start would load for nothing: TypeORM's drivers for other databases, and
 * the code of `@nestjs/typeorm` that looks for exports that TypeORM 1 has removed (it loads TypeORM
 * a second time).
 */
const unneeded = {
  name: 'unneeded',
  load: {
    filter: {
      id: [
        /\/typeorm\/driver\/(?!postgres\/)[\w-]+\/\w+Driver\.js$/,
        /\/@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/,
      ],
    },
    /** @param {string} id */
    handler: (id) =>
      id.endsWith('typeorm-compat.js')
        ? 'export const Connection = undefined, AbstractRepository = undefined;'
        : 'module.exports = {};',
  },
};

const bundle = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: Object.fromEntries(
    ENTRIES.map((path) => [path.replace(/^.*\/|\.js$/g, ''), `${COMPILED}/${path}`]),
  ),
  external: EXTERNAL,
  // The input is JavaScript. The image's build context lacks test/, which the root tsconfig.json
  // refers to, and rolldown would fail on that reference.
  tsconfig: false,
  // Tree shaking and minification (by default they remove dead code) drop calls to built-in
  // functions whose value is unused, even where the code relies on them to throw: `try {
  // decodeURIComponent(path); }`.
  treeshake: false,
  plugins: [compilerMaps, unneeded],
  // Without this error, a missing package would only be noticed when the server needs it.
  onLog(_, { code, message }) {
    throw new Error(`${code}: ${message}`);
  },
});
const { output } = await bundle.write({
  dir: `${COMPILED}/bundle`,
  format: 'esm',
  // Nest, TypeORM and the table of applied migrations rely on class names.
  keepNames: true,
  comments: false,
  minify: false,
  // V8 parses ASCII text faster, because each character takes one byte.
  charset: 'ascii',
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
});
await bundle.close();
const maps = output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.map'));
await Promise.all(maps.map((name) => addMarks(`${COMPILED}/bundle/${name}`)));

/**
 * Adds an index to a source map (ECMA-426 leaves `x_` to us). Decoding a whole map when an error is
 * logged would keep all visitors waiting.
 * @param {string} path
 */
async function addMarks(path) {
  /** @type {{ marksOf: (mappings: string) => unknown }} */
  const { marksOf } = await import(`${COMPILED}/infra/log/source-map-lines.js`);
  /** @type {{ mappings: string }} */
  const map = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...map, x_marks: marksOf(map.mappings) }));
}
