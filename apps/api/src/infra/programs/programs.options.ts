import { configurableModule } from '../configurable-module.js';
import type { Env } from '../env/env.js';

/** Paths that decide alone where a program is, and the folder that is ours. */
export type ProgramsOptions = Pick<
  Env,
  'YT_DLP_PATH' | 'FFMPEG_PATH' | 'FFPROBE_PATH' | 'DATA_DIR'
>;

export const {
  ConfigurableModuleClass: ConfigurableProgramsModule,
  MODULE_OPTIONS_TOKEN: PROGRAMS_OPTIONS,
} = configurableModule<ProgramsOptions>();
