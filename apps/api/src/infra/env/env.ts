import type * as z from 'zod';
import { envSchema } from './env.schema.js';

/** The parsed environment. The keys are the names of the variables (docs/configuration.md). */
export type Env = z.infer<typeof envSchema>;

/** A missing or malformed variable. The message is a single line for the operator. */
export class EnvProblem extends Error {}

/**
 * Parses the environment.
 * @throws EnvProblem that states the first invalid variable, its value, and the allowed values
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const parsed = envSchema.safeParse(source);
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? 'environment');
  const given = shown(name, source[name]);
  throw new EnvProblem(`${name} is ${given}; allowed: ${issue?.message ?? 'another value'}.`);
}

const SECRETS: ReadonlySet<string> = new Set([
  'SECRET',
  'SECRET_PREVIOUS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]);

/**
 * A value in a form that can be shown to the operator: without secrets, and without passwords in
 * URLs.
 */
function shown(name: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') {
    return 'not set';
  }
  return SECRETS.has(name) ? 'set, but not usable' : `"${value.replace(/\/\/.*@/, '//...@')}"`;
}
