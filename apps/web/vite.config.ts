import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { serviceWorker } from './service-worker.plugin.js';
import { mdx } from './mdx.mjs';
import { iconSprite } from './icon-sprite.plugin.js';

/**
 * Modules that are written into one file together with everything that they import. By default, the
 * bundler writes a file for each set of pages that share something. The first load would then have
 * twenty small files, which compress badly.
 */
const GROUPS = [
  // Changes less often than our code, so it stays in browsers' caches.
  { name: 'react', priority: 3, test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  // Every page needs these.
  {
    name: 'base',
    priority: 2,
    test: /[\\/]src[\\/](?:entry-client|ui[\\/]page-head|ui[\\/]links[\\/]text-link|ui[\\/]icons[\\/]platform-icon)\.tsx$|[\\/]libs[\\/]site[\\/]src[\\/]menu-entries\.ts$/,
  },
  // The form of the home page and of the landing pages.
  {
    name: 'form',
    priority: 1,
    test: /[\\/](?:features[\\/](?:search[\\/](?:search-panel|use-search|use-found|form[\\/]link-form)|recent-downloads[\\/]recent-downloads|share[\\/]load-link-box)|i18n[\\/]format[\\/]use-retention)\.tsx?$/,
  },
  // Small modules that are shared by parts that must not load each other, such as the result.
  {
    name: 'small',
    priority: 1,
    test: /[\\/](?:node_modules[\\/]lucide-react[\\/]|(?:i18n[\\/]format[\\/]units|format-bitrate|use-countdown|use-seen|use-loaded|use-on-change|use-kept-focus|clip-words|rounds|stored-elsewhere|form[\\/]select|libs[\\/]client[\\/]src[\\/](?:calls[\\/]within|time[\\/](?:pause|repeat)))\.tsx?$)/,
  },
  // The modules that a search loads. When they were forty files, half of the bytes were headers.
  {
    name: 'search',
    priority: 0,
    test: /[\\/]features[\\/]search[\\/]after-submit\.ts$/,
  },
];

/** Scripts that every page has loaded. Parts that load later need not name them again. */
const LOADED = /^assets\/(?:react|entry-client)-[\w-]{8}\.js$/;

/** In bytes. Below this size, compression saves less than the Content-Encoding header costs. */
const WORTH_COMPRESSING = 1024;

/**
 * Writes a .br and a .gz file next to every built asset, so that nothing is compressed per request.
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

export default defineConfig(({ command, isSsrBuild }) => {
  if (command === 'build') {
    // The build is always for production, whatever NODE_ENV is.
    process.env['NODE_ENV'] = 'production';
  }
  return {
    appType: 'custom',
    plugins: [
      mdx(),
      react(),
      tailwindcss(),
      iconSprite(),
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
      modulePreload: {
        resolveDependencies: (_, files) => files.filter((file) => !LOADED.test(file)),
      },
      rollupOptions: {
        ...(isSsrBuild !== true && {
          input: 'src/entry-client.tsx',
          output: { codeSplitting: { groups: GROUPS } },
        }),
        // Removes schemas that a page does not use, even from files that contain functions that it
        // uses, and the router's warnings, which do nothing in production.
        treeshake: { manualPureFunctions: ['z', 'logDeprecation'] },
      },
      // Inlined assets would become data: URLs, which the content policy forbids for scripts and
      // workers.
      assetsInlineLimit: 0,
    },
  };
});
