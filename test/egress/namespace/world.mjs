import { readFileSync } from 'node:fs';
import { openDns } from './dns-server.mjs';
import { answers, OWN_HOST, PUBLIC_ADDRESSES } from './names.mjs';
import { buildNetwork } from './network.mjs';
import { openWire } from './wire.mjs';

/** The canary's port without a namespace. It is a web port that needs no privileges. */
const LOOPBACK_PORT = 8080;

/**
 * Reads the vector file and replaces its placeholder.
 * @param {'namespace' | 'loopback'} world `loopback` returns only the ways to write 127.0.0.1, with
 * the canary's port
 */
export function readVectors(world) {
  const file = new URL('../../fixtures/ssrf-vectors.json', import.meta.url);
  const vectors = JSON.parse(readFileSync(file, 'utf8')).map((vector) => ({
    ...vector,
    url: vector.url.replace('{OWN_HOST}', OWN_HOST),
  }));
  return world === 'loopback' ? vectors.flatMap(onLoopback) : vectors;
}

function onLoopback(vector) {
  const authority = /^http:\/\/[^/?#\\@:[\]]+(?=\/)/.exec(vector.url)?.[0];
  const host = authority && URL.canParse(authority) ? new URL(authority).hostname : '';
  return ['127.0.0.1', '0.0.0.0'].includes(host)
    ? [{ ...vector, url: vector.url.replace(authority, `${authority}:${LOOPBACK_PORT}`) }]
    : [];
}

/**
 * Opens the canary and, in a namespace, the DNS server and the public site.
 * @param {'namespace' | 'loopback'} world
 * @param {{ folder: string, site: import('node:http').RequestListener }} options
 */
export async function openWorld(world, { folder, site }) {
  if (world === 'loopback') {
    const options = { publicAddresses: new Set(), site, host: '127.0.0.1', ports: [LOOPBACK_PORT] };
    const wire = await openWire(options);
    return { wire, close: () => wire.close() };
  }
  buildNetwork(folder);
  const dns = await openDns(answers());
  const wire = await openWire({ publicAddresses: PUBLIC_ADDRESSES, site });
  const close = () => {
    wire.close();
    dns.close();
  };
  return { wire, close };
}
