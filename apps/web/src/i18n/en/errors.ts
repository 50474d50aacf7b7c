import { type ErrorCode, ERRORS } from '@dipper/contract';

/**
 * What the server says, by code. In English its own sentence is shown, so that no page loads these;
 * they are the model for the errors.json of the other languages.
 */
export default Object.fromEntries(
  Object.entries(ERRORS).map(([code, { message }]) => [code, message]),
) as Record<ErrorCode, string>;
