import { Module } from '@nestjs/common';
import { ConfigurableProgramsModule } from './programs.options.js';
import { ProgramsService } from './programs.service.js';

/** The programs of the machine: yt-dlp, ffmpeg, ffprobe, and what yt-dlp runs JavaScript with. Global. */
@Module({ providers: [ProgramsService], exports: [ProgramsService] })
export class ProgramsModule extends ConfigurableProgramsModule {}
