import { listSize } from '@dipper/media';
import type { ErrorReply, ErrorValues } from '../http/error.js';
import { type ErrorCode, type ErrorDefinition, ERRORS } from './errors.js';
import { fill } from './fill.js';

/** An error as `ERRORS` defines it, with the fields that only some have. */
export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return ERRORS[code];
}

/**
 * Of what is known about an error, the number that its sentence needs, as it goes over the wire;
 * undefined where it needs none or has none. A number that JSON cannot carry is none.
 */
export function errorValues(code: ErrorCode, known: ErrorValues): ErrorValues | undefined {
  const { value: name } = errorDefinition(code);
  const value = name === undefined ? undefined : known[name];
  return name === undefined || !Number.isFinite(value) ? undefined : { [name]: Number(value) };
}

/**
 * The English sentence of an error.
 * @param known numbers by name and unit, as in `errorValues`; bytes are written as a size.
 */
export function errorMessage(code: ErrorCode, known: ErrorValues = {}): string {
  const { message, messageForOne, value: name } = errorDefinition(code);
  const value = name === undefined ? undefined : known[name];
  return fill(value === 1 ? (messageForOne ?? message) : message, {
    ...(name !== undefined && { [name]: shown(name, value) }),
  });
}

/** An error as a reply of HTTP or of a socket. */
export function errorReply(code: ErrorCode, known: ErrorValues = {}): ErrorReply {
  const values = errorValues(code, known);
  return { error: errorMessage(code, known), code, ...(values && { values }) };
}

function shown(name: string, value: number | undefined): string | number {
  return value === undefined ? '' : name === 'bytes' ? listSize(value) : value;
}
