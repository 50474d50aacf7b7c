/**
 * The second half of `npm run build:api`: joins the server's modules and their packages into a few
 * files, which a start loads in half the time (docs/decisions/0037-bundled-server.md).
 */
import { readFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { fromRoot, ROOT } from './repository.mjs';

const COMPILED = fromRoot('apps', 'api', 'dist');

/** Files that are started by their path; all end up in one folder. */
const ENTRIES = [
  'main.js',
  'accounts.js',
  'doctor.js',
  'update-yt-dlp.js',
  'infra/database/pglite.worker.js',
  'infra/database/init-database.js',
];

/** Packages that stay in node_modules. */
const EXTERNAL = [
  // They look for native code, WebAssembly or scripts beside their modules.
  /^@electric-sql\/pglite/,
  ...['@node-rs/argon2', '@resvg/resvg-js', 'bull', 'fluent-ffmpeg', 'pino-pretty', 'satori'],
  'yt-dlp-exec',
  // Large and rarely loaded.
  ...['openpgp', 'vite'],
  // Optional, and not installed.
  /^@nestjs\/microservices/,
  ...['class-transformer', 'class-validator', 'pg-native', 'pg-query-stream'],
];

/** The compiler's source maps, so that stack traces name TypeScript files. */
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
 * Modules that a start would load in vain: TypeORM's drivers for other databases, and what
 * `@nestjs/typeorm` does to find exports that TypeORM 1 has removed (it loads a second TypeORM).
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
  // Tree shaking and minification (by default they remove dead code) drop calls of built-in functions
  // whose value is unused, even where the code waits for them to throw:
  // `try { decodeURIComponent(path); }`.
  treeshake: false,
  plugins: [compilerMaps, unneeded],
  // A missing package would otherwise only be noticed when the server needs it.
  onLog(_, { code, message }) {
    throw new Error(`${code}: ${message}`);
  },
});
await bundle.write({
  dir: `${COMPILED}/bundle`,
  format: 'esm',
  // Nest, TypeORM and the table of applied migrations use the names of classes.
  keepNames: true,
  comments: false,
  minify: false,
  // V8 reads text of one byte per character faster.
  charset: 'ascii',
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
});
await bundle.close();
