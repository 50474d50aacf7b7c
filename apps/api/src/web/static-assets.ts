import type { NextFunction, Request, Response } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import send from 'send';
import { webRoot } from './web-root.js';

const FOLDER = fileURLToPath(new URL('dist/client/assets/', webRoot));

/** The encodings of the files that the build writes, best first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * Headers that browsers use only for documents. They are twice as large as a small script, and a
 * visit loads dozens of files.
 */
const OF_DOCUMENTS = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Chooses the file in `names` to send for `name`; null if the build has no such file. */
export function chooseFile(
  names: ReadonlySet<string>,
  name: string,
  accepts: (encoding: string) => boolean,
): { readonly file: string; readonly encoding: string | null } | null {
  if (!names.has(name)) {
    return null;
  }
  const packed = ENCODINGS.find(
    (encoding) => names.has(`${name}${encoding.suffix}`) && accepts(encoding.name),
  );
  return packed === undefined
    ? { file: name, encoding: null }
    : { file: `${name}${packed.suffix}`, encoding: packed.name };
}

/**
 * Serves the built files of the web app. Their names change with their content, so browsers cache
 * them for a year. Only names that the build has written are looked up on disk.
 */
export function staticAssets(folder: string = FOLDER) {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return (request: Request, response: Response, next: NextFunction): void => {
    const name = request.path.slice(request.path.lastIndexOf('/') + 1);
    const chosen = chooseFile(
      names,
      name,
      (encoding) => request.acceptsEncodings(encoding) !== false,
    );
    if (chosen === null || !['GET', 'HEAD'].includes(request.method)) {
      next();
      return;
    }
    if (/\.(?:js|css|woff2)$/.test(name)) {
      OF_DOCUMENTS.forEach((header) => response.removeHeader(header));
    }
    response.type(name.slice(name.lastIndexOf('.')));
    response.vary('Accept-Encoding');
    if (chosen.encoding !== null) {
      response.setHeader('Content-Encoding', chosen.encoding);
    }
    send(request, chosen.file, { root: folder, index: false, maxAge: '1y', immutable: true })
      .on('error', next)
      .pipe(response);
  };
}
