import { ERRORS, type ErrorDefinition } from '@dipper/contract';

/**
 * The server's messages by code. English pages show the server's own sentence and never load these.
 * They are the source for the errors.json of other languages, which may use plural forms for any
 * message with a number.
 */
export default Object.fromEntries(
  Object.entries<ErrorDefinition>(ERRORS).flatMap(([code, { message, messageForOne }]) =>
    messageForOne === undefined
      ? [[code, message]]
      : [
          [`${code}_one`, messageForOne],
          [`${code}_other`, message],
        ],
  ),
) as Record<string, string>;
