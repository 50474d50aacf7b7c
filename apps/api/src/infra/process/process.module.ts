import { Global, Module } from '@nestjs/common';
import { ProcessRegistry } from './process-registry.js';
import { ProgramsService } from './programs.service.js';

@Global()
@Module({
  providers: [ProcessRegistry, ProgramsService],
  exports: [ProcessRegistry, ProgramsService],
})
export class ProcessModule {}
