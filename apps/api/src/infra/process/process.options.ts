import { configurableModule } from '../configurable-module.js';
import type { Env } from '../env/env.js';

/** Where child processes are recorded: in `DATA_DIR/run`. */
export type ProcessOptions = Pick<Env, 'DATA_DIR'>;

export const {
  ConfigurableModuleClass: ConfigurableProcessModule,
  MODULE_OPTIONS_TOKEN: PROCESS_OPTIONS,
} = configurableModule<ProcessOptions>();
