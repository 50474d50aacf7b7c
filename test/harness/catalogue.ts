import { ERRORS, type ErrorCode, fill } from '@dipper/contract';
import type { Refusal } from './client.js';

type Values = Readonly<Record<string, string | number>>;

/** Exactly what the server must answer with an error: its status, its sentence, its code, no more. */
export function refusalOf(code: ErrorCode, values: Values = {}): Refusal {
  const { status, message } = ERRORS[code];
  return { status, code, error: fill(message, values) };
}

/** Exactly how a task must tell an error. */
export function failureOf(
  code: ErrorCode,
  values: Values = {},
): { status: 'error'; error_code: ErrorCode; message: string } {
  return { status: 'error', error_code: code, message: fill(ERRORS[code].message, values) };
}
