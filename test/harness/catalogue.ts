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

export function refusalOf(code: ErrorCode, values: ErrorValues = {}): Refusal {
  return { ...errorReply(code, values), status: ERRORS[code].status };
}

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
