import { StandardSchemaValidationPipe } from '@nestjs/common';
import { isErrorCode } from '@dipper/contract';
import { DomainError } from '../../errors/domain-error.js';

/**
 * Validates every `@Body({ schema })`, `@Query({ schema })` and `@Param({ schema })`. Bound in
 * AppModule. If the message of a failed check is an error code, it determines the reply (contract,
 * credentials.ts).
 */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const said = issues.map(({ message }) => message).find(isErrorCode);
      return new DomainError(said ?? 'INVALID_REQUEST', { cause: issues });
    },
  });
}
