import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** Lets clients repeat requests safely (`@Idempotent`). */
@Module({
  providers: [
    IdempotencyInterceptor,
    IdempotencyRepository,
    { provide: APP_INTERCEPTOR, useExisting: IdempotencyInterceptor },
  ],
})
export class IdempotencyModule {}
