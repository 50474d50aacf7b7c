import { Reflector } from '@nestjs/core';

/**
 * Lets clients repeat a request that creates something: with the same `Idempotency-Key`, the
 * handler runs only once, and every repetition gets the same reply. The handler must return its
 * reply.
 */
export const Idempotent = Reflector.createDecorator<true>();
