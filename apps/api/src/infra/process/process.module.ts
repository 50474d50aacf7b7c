import { Module } from '@nestjs/common';
import { ProcessRegistry } from './process-registry.js';
import { ConfigurableProcessModule } from './process.options.js';

/** The child processes of this server. Global. */
@Module({ providers: [ProcessRegistry], exports: [ProcessRegistry] })
export class ProcessModule extends ConfigurableProcessModule {}
