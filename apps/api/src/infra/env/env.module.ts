import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Env } from './env.js';

export type { Env } from './env.js';

export const ENV = Symbol('ENV');

/** Injection token of the signing key, as text. */
export const SECRET = Symbol('SECRET');

@Global()
@Module({})
export class EnvModule {
  static forRoot(env: Env, secret: string): DynamicModule {
    return {
      module: EnvModule,
      providers: [
        { provide: ENV, useValue: env },
        { provide: SECRET, useValue: secret },
      ],
      exports: [ENV, SECRET],
    };
  }
}
