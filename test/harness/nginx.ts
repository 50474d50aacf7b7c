import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './load-balancer.js';
import { waitUntil } from './wait-until.js';

/** Debian's nginx is in a directory that is not on every user's PATH. */
const PATH = [process.env['PATH'], '/usr/sbin'].join(delimiter);
const ROOT = join(__dirname, '../..');

/** Where nginx finds the files that `X-Accel-Redirect` names. */
export type AcceleratedFiles = { readonly folder: string } | { readonly s3: string };

export interface Nginx {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts nginx with the files of deploy/nginx. Only settings that differ from compose are replaced:
 * addresses, paths, and the location of files in S3, which comes from docs/nginx.md.
 * @param servers the ports of the API processes on loopback
 */
export async function startNginx(
  servers: readonly number[],
  files: AcceleratedFiles,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-nginx-'));
  const [port, main, site, page] = await Promise.all([
    freePort(),
    ...['deploy/nginx/nginx.conf', 'deploy/nginx/site.conf', 'docs/nginx.md'].map((path) =>
      readFile(join(ROOT, path), 'utf8'),
    ),
  ]);
  const config = join(folder, 'nginx.conf');
  await writeFile(config, mainOf(main ?? '', { folder, port, servers }));
  await writeFile(join(folder, 'site.conf'), siteOf(site ?? '', page ?? '', files));
  const argv = ['--pdeathsig', 'KILL', '--', 'nginx', '-c', config];
  const child = spawn('setpriv', [...argv, '-g', 'daemon off; master_process off;'], {
    env: { PATH },
    // The log has a line for each attempt to reach a killed server.
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => {
    if (child.exitCode !== null) {
      throw new Error(`nginx ended:\n${await readFile(join(folder, 'error.log'), 'utf8')}`);
    }
    return (await fetch(`${url}/metrics`).catch(() => null)) !== null;
  }, 'nginx');
  return {
    url,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly servers: readonly number[];
}

function mainOf(text: string, { folder, port, servers }: Place): string {
  // A server that has just failed gets its next request after a second.
  const lines = servers.map((at) => `server 127.0.0.1:${at} fail_timeout=1s;`);
  return edited(text, [
    ['/tmp/', `${folder}/`],
    ['/etc/dipper/', `${folder}/`],
    ['/dev/stderr', join(folder, 'error.log')],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['resolver 127.0.0.11 valid=5s ipv6=off;', `upstream dipper { ${lines.join(' ')} }`],
  ]);
}

function siteOf(text: string, page: string, files: AcceleratedFiles): string {
  const site = edited(text, [['http://api:3000', 'http://dipper']]);
  if ('folder' in files) {
    return edited(site, [['/data/media/files/', `${files.folder}/`]]);
  }
  const location = /^location \/protected\/ \{[^}]*\}/m.exec(site)?.[0] ?? 'no such location';
  const documented = /^ {2}location \/protected\/ \{[^}]*\}/m.exec(page)?.[0] ?? '';
  const inS3 = edited(documented, [
    ['https://s3.example.com/', `${files.s3}/`],
    ['Host s3.example.com', `Host ${new URL(files.s3).host}`],
  ]);
  return edited(site, [[location, inS3]]);
}

/**
 * @throws Error if a text to replace is missing, because the test would then use a different setup
 */
function edited(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((so, [from, to]) => {
    if (!so.includes(from)) {
      throw new Error(`The configuration of nginx has no ${from}`);
    }
    return so.replaceAll(from, to);
  }, text);
}
