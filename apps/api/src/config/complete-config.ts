import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import { type Fields, fieldsOf, isFields } from '../infra/json/json-object.js';

/**
 * Completes an operator's file with the built-in configuration for its host. Lists replace the
 * built-in ones, except that each platform is completed by id.
 * @param own a parsed file; not validated, so the result may be invalid
 */
export function completeConfig(own: Fields, host: string): Fields {
  const branding = fieldsOf(own['branding']);
  const name = textOf(branding['name']);
  const primary = textOf(fieldsOf(branding['colors'])['primary']);
  const base = defaultDomainConfig(host, {
    ...(name !== undefined && { name }),
    ...(primary !== undefined && { primary }),
  });
  const platforms = completePlatforms(own['supportedPlatforms'], base.supportedPlatforms);
  return { ...(merged(base, own) as Fields), supportedPlatforms: platforms };
}

function completePlatforms(own: unknown, base: DomainConfig['supportedPlatforms']): unknown {
  if (own === undefined) {
    return base;
  }
  const known = new Set<unknown>(base.map(({ id }) => id));
  if (!Array.isArray(own) || !own.every((row) => isFields(row) && known.has(row['id']))) {
    return own;
  }
  const rows = own as readonly Fields[];
  return base.map((row) => merged(row, rows.find(({ id }) => id === row.id) ?? {}));
}

function merged(base: unknown, own: unknown): unknown {
  if (!isFields(base) || !isFields(own)) {
    return own;
  }
  // Build the object from entries, so that "__proto__" is an ordinary key.
  return Object.fromEntries([
    ...Object.entries(base),
    ...Object.entries(own).map(([key, value]) => [
      key,
      Object.hasOwn(base, key) ? merged(base[key], value) : value,
    ]),
  ]);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
