import { StandardSchemaValidationPipe } from '@nestjs/common';
import { isErrorCode } from '@dipper/contract';
import { DomainError } from './domain-error.js';

/**
 * Parses every `@Body({ schema })`, `@Query({ schema })`, `@Param({ schema })`; bound in AppModule.
 * A check whose message is an error code determines the reply (contract, credentials.ts).
 */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const said = issues.map(({ message }) => message).find(isErrorCode);
      return new DomainError(said ?? 'INVALID_REQUEST', { cause: issues });
    },
  });
}
