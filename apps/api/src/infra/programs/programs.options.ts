import { configurableModule } from '../configurable-module.js';
import type { Env } from '../env/env.js';

/** Paths that decide alone where a program is. */
export type ProgramsOptions = Pick<Env, 'YT_DLP_PATH' | 'FFMPEG_PATH' | 'FFPROBE_PATH'>;

export const {
  ConfigurableModuleClass: ConfigurableProgramsModule,
  MODULE_OPTIONS_TOKEN: PROGRAMS_OPTIONS,
} = configurableModule<ProgramsOptions>();
