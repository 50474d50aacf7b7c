import { ERRORS, type ErrorDefinition } from '@dipper/contract';

/**
 * What the server says, by code. In English its own sentence is shown, so that no page loads these;
 * they are the model for the errors.json of the other languages, which may give any of them in the
 * plural forms of its number.
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
