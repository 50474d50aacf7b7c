import { listSize } from '@dipper/media';
import type { ErrorReply, ErrorValues } from '../http/error.js';
import { type ErrorCode, type ErrorDefinition, ERRORS } from './errors.js';
import { fill } from './fill.js';

/** The definition of an error, with its optional fields. */
export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return ERRORS[code];
}

/**
 * The number that the message of an error needs, in the form used in error replies. Undefined if
 * the message needs no number, or if the number is missing. A number that JSON can't represent is
 * treated as missing.
 */
export function errorValues(code: ErrorCode, known: ErrorValues): ErrorValues | undefined {
  const { value: name } = errorDefinition(code);
  const value = name === undefined ? undefined : known[name];
  return name === undefined || !Number.isFinite(value) ? undefined : { [name]: Number(value) };
}

/**
 * The English message of an error.
 * @param known numbers by name, as in `errorValues`; bytes are formatted as a size
 */
export function errorMessage(code: ErrorCode, known: ErrorValues = {}): string {
  const { message, messageForOne, value: name } = errorDefinition(code);
  const value = name === undefined ? undefined : known[name];
  return fill(value === 1 ? (messageForOne ?? message) : message, {
    ...(name !== undefined && { [name]: shown(name, value) }),
  });
}

export function errorReply(code: ErrorCode, known: ErrorValues = {}): ErrorReply {
  const values = errorValues(code, known);
  return { error: errorMessage(code, known), code, ...(values && { values }) };
}

function shown(name: string, value: number | undefined): string | number {
  return value === undefined ? '' : name === 'bytes' ? listSize(value) : value;
}
