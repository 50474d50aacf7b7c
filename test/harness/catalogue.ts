import {
  errorMessage,
  type ErrorCode,
  errorReply,
  ERRORS,
  errorValues,
  type ErrorValues,
  type MergeStatus,
} from '@dipper/contract';
import type { Refusal } from './client.js';

/** Exactly what the server must answer with an error: its status, its sentence, its code and values, no more. */
export function refusalOf(code: ErrorCode, values: ErrorValues = {}): Refusal {
  return { ...errorReply(code, values), status: ERRORS[code].status };
}

/** Exactly how a task must tell an error. */
export function failureOf(
  code: ErrorCode,
  values: ErrorValues = {},
): Pick<MergeStatus, 'status' | 'error_code' | 'error_values' | 'message'> {
  return {
    status: 'error',
    error_code: code,
    error_values: errorValues(code, values) ?? null,
    message: errorMessage(code, values),
  };
}
