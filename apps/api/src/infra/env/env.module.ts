import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Env } from './env.js';
import { Keys } from './keys.js';

export type { Env } from './env.js';

export const ENV = Symbol('ENV');

@Global()
@Module({})
export class EnvModule {
  /** @param secret the result of `loadSecret` */
  static forRoot(env: Env, secret: string): DynamicModule {
    return {
      module: EnvModule,
      providers: [
        { provide: ENV, useValue: env },
        { provide: Keys, useValue: new Keys(secret, env.SECRET_PREVIOUS) },
      ],
      exports: [ENV, Keys],
    };
  }
}
