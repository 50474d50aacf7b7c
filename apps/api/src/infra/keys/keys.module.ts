import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Keys } from './keys.js';

@Global()
@Module({})
export class KeysModule {
  /**
   * @param secret the result of `loadSecret`
   * @param previous the secret before it, whose signatures are still accepted
   */
  static forRoot(secret: string, previous: string | undefined): DynamicModule {
    const keys = { provide: Keys, useValue: new Keys(secret, previous) };
    return { module: KeysModule, providers: [keys], exports: [Keys] };
  }
}
