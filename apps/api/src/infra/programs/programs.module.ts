import { Module } from '@nestjs/common';
import { ConfigurableProgramsModule } from './programs.options.js';
import { ProgramsService } from './programs.service.js';

/** The external programs ffmpeg and ffprobe. Global. */
@Module({ providers: [ProgramsService], exports: [ProgramsService] })
export class ProgramsModule extends ConfigurableProgramsModule {}
