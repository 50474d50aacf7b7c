import { Module } from '@nestjs/common';
import { ProcessRegistry } from './process-registry.js';
import { ConfigurableProcessModule } from './process.options.js';

@Module({ providers: [ProcessRegistry], exports: [ProcessRegistry] })
export class ProcessModule extends ConfigurableProcessModule {}
