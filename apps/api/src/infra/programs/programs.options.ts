import { configurableModule } from '../configurable-module.js';
import type { Env } from '../env/env.js';

/** Paths that replace the search for programs, and our data folder. */
export type ProgramsOptions = Pick<
  Env,
  'YT_DLP_PATH' | 'FFMPEG_PATH' | 'FFPROBE_PATH' | 'DATA_DIR'
>;

export const {
  ConfigurableModuleClass: ConfigurableProgramsModule,
  MODULE_OPTIONS_TOKEN: PROGRAMS_OPTIONS,
} = configurableModule<ProgramsOptions>();
