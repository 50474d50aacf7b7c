import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstLoad } from './first-load.js';
import { serviceWorker } from './service-worker.js';
import { mdx } from './mdx.mjs';
import { platformIcons } from './platform-icons.plugin.js';

/** In bytes. Below this size, compression saves less than its header costs. */
const WORTH_COMPRESSING = 1024;

/**
 * Writes a .br and a .gz file beside every built asset, so that nothing is compressed per request.
 */
function precompress(): Plugin {
  return {
    name: 'dipper:precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    writeBundle({ dir }) {
      const assets = join(dir ?? 'dist/client', 'assets');
      for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const bytes = readFileSync(join(assets, name));
        if (bytes.length >= WORTH_COMPRESSING) {
          writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes));
          writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        }
      }
    },
  };
}

/**
 * Removes unused code of react-router, 10 KB gzipped on every page. It consists of the error
 * boundaries, forms and prefetching of its framework mode, and of the warnings of its development
 * build, which is the only build that it exports. The framework parts survive tree shaking because
 * they are classes or because a name or a context is assigned to them.
 */
function pruneRouter(): Plugin {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/ENABLE_DEV_WARNINGS = true;/, 'ENABLE_DEV_WARNINGS = false;'],
    [/^\w+\.(?:displayName|contextType) = .*;$/gm, ''],
    [/= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ '],
    [/= (class extends React\d*\.Component \{\n.*?^\});$/gms, '= /* @__PURE__ */ (() => $1)();'],
  ];
  return {
    name: 'dipper:prune-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\// },
      handler(code) {
        // This code is in the main file. If a version of react-router did not contain it, every
        // page would silently grow by 6 KB.
        const unfound = changes.filter(([pattern]) => code.search(pattern) === -1);
        if (code.includes('ENABLE_DEV_WARNINGS =') && unfound.length > 0) {
          this.error(`react-router has no ${unfound.map(([pattern]) => pattern.source).join()}`);
        }
        const pruned = changes.reduce((text, [from, to]) => text.replace(from, to), code);
        return { code: pruned, map: null };
      },
    },
  };
}

export default defineConfig(({ command, isSsrBuild }) => {
  if (command === 'build') {
    // The build is always for production, whatever the environment says.
    process.env['NODE_ENV'] = 'production';
  }
  return {
    appType: 'custom',
    plugins: [
      mdx(),
      react(),
      tailwindcss(),
      pruneRouter(),
      platformIcons(),
      precompress(),
      ...(isSsrBuild === true ? [] : [serviceWorker()]),
    ],
    // Otherwise the server bundle would choose React's build by NODE_ENV at run time. If that were
    // unset, it would use the development build, which takes three times as long per page.
    ...(isSsrBuild === true && { define: { 'process.env.NODE_ENV': '"production"' } }),
    // Uses the TypeScript source of our libraries, so that there is one build and no outdated dist
    // folder.
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
    ssr: {
      // The bundle needs no node_modules at run time.
      noExternal: isSsrBuild === true ? true : undefined,
      resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
    },
    build: {
      manifest: isSsrBuild !== true,
      rollupOptions: {
        ...(isSsrBuild !== true && {
          input: 'src/entry-client.tsx',
          output: { codeSplitting: firstLoad() },
        }),
        // Removes schemas that a page does not use, even from files that contain functions that it
        // uses.
        treeshake: { manualPureFunctions: ['z'] },
      },
      // Inlined assets would become data: URLs, which the content policy forbids for scripts and
      // workers.
      assetsInlineLimit: 0,
    },
  };
});
