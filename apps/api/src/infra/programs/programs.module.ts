import { Module } from '@nestjs/common';
import { ConfigurableProgramsModule } from './programs.options.js';
import { ProgramsService } from './programs.service.js';

/** External programs: yt-dlp, ffmpeg, ffprobe, and yt-dlp's JavaScript runtime. Global. */
@Module({ providers: [ProgramsService], exports: [ProgramsService] })
export class ProgramsModule extends ConfigurableProgramsModule {}
