import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import site from '../vite.config.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const picture = (text: string): string => {
  const hue = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270"><rect width="480" height="270" fill="hsl(${hue} 45% 72%)"/><circle cx="360" cy="80" r="36" fill="hsl(${hue} 80% 92%)"/><path d="M0 190 130 90 230 180 330 110 480 200V270H0z" fill="hsl(${hue} 35% 38%)"/><path d="M0 225q120-30 240 0t240 0v45H0z" fill="hsl(${hue} 50% 52%)"/></svg>`;
};

/**
 * Serves the pictures and media that elements request. All other requests are answered inside the
 * page (show-state.tsx). The sample files are made by scripts/gallery/media.mjs.
 */
function sampleMedia(): Plugin {
  return {
    name: 'dipper:sample-media',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        if (/^\/api\/image-proxy|^\/api\/download\/file\/.*picture/.test(url)) {
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(picture(url));
          return;
        }
        if (/^\/api\/download\/file\/.*loading/.test(url)) {
          return;
        }
        if (/^\/api\/(?:download\/file|stream|proxied_download)/.test(url)) {
          request.url = /audio|sound/.test(url) ? '/sample.m4a' : '/sample.mp4';
        }
        next();
      });
    },
  };
}

/**
 * The gallery of states, which exists only for development: `npm run gallery`. It is never built.
 */
export default defineConfig((env) =>
  mergeConfig(site({ ...env, command: 'serve' }), {
    root: here('.'),
    appType: 'spa',
    build: { rollupOptions: { input: here('index.html') } },
    // Otherwise Vite would discover these dependencies while a page is open, and reload it.
    optimizeDeps: { entries: ['page/main.tsx'] },
    publicDir: here('../../../.dipper/gallery/media'),
    plugins: [sampleMedia()],
    resolve: {
      alias: [
        // As in jest.config.mjs: nothing in the gallery connects to a server.
        {
          find: /^\.\/merge-socket\.js$/,
          replacement: here('../src/entities/task/testing/fake-merge-socket.ts'),
        },
        { find: 'node:stream/web', replacement: here('page/streams.ts') },
      ],
    },
  }),
);
