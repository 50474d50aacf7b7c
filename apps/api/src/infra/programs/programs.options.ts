import { configurableModule } from '../configurable-module.js';
import type { Env } from '../env/env.js';

/** Paths that replace the search for programs. */
export type ProgramsOptions = Pick<Env, 'FFMPEG_PATH' | 'FFPROBE_PATH'>;

export const {
  ConfigurableModuleClass: ConfigurableProgramsModule,
  MODULE_OPTIONS_TOKEN: PROGRAMS_OPTIONS,
} = configurableModule<ProgramsOptions>();
