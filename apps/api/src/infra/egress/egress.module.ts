import {
  Module,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
} from '@nestjs/common';
import { EGRESS_OPTIONS, type EgressOptions } from './egress.options.js';
import { EgressService } from './egress.service.js';
import { ForwardProxy } from './forward-proxy.js';

type AsyncOptions = Pick<ModuleMetadata, 'imports'> &
  Pick<FactoryProvider<EgressOptions>, 'inject' | 'useFactory'>;

/** Everything that leaves the machine: our own requests and those of child processes. Global. */
@Module({})
export class EgressModule {
  /** @param options where the policy's settings come from; they stay this module's own */
  static forRootAsync({ imports = [], inject = [], useFactory }: AsyncOptions): DynamicModule {
    return {
      module: EgressModule,
      global: true,
      imports,
      providers: [{ provide: EGRESS_OPTIONS, inject, useFactory }, EgressService, ForwardProxy],
      exports: [EgressService, ForwardProxy],
    };
  }
}
