import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Vector {
  url: string;
  why: string;
  expected: 'allowed' | 'blocked';
}

const file = join(__dirname, '../fixtures/ssrf-vectors.json');

/**
 * The vector file as the runs use it: `{OWN_HOST}` is replaced by the host name of the deployment.
 */
export const VECTORS = (JSON.parse(readFileSync(file, 'utf8')) as Vector[]).map((vector) => ({
  ...vector,
  url: vector.url.replace('{OWN_HOST}', 'dipper.test'),
}));

export const BLOCKED = VECTORS.filter(({ expected }) => expected === 'blocked');
export const ALLOWED = VECTORS.filter(({ expected }) => expected === 'allowed');
