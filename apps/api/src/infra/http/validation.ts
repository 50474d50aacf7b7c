import { StandardSchemaValidationPipe } from '@nestjs/common';
import { DomainError } from './domain-error.js';

/** Parses every `@Body({ schema })`, `@Query({ schema })`, `@Param({ schema })`; bound in AppModule. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => new DomainError('INVALID_REQUEST', { cause: issues }),
  });
}
