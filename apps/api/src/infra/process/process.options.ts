import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { Env } from '../env/env.js';

/** Where child processes are recorded: `DATA_DIR/run`. */
export type ProcessOptions = Pick<Env, 'DATA_DIR'>;

export const {
  ConfigurableModuleClass: ConfigurableProcessModule,
  MODULE_OPTIONS_TOKEN: PROCESS_OPTIONS,
} = new ConfigurableModuleBuilder<ProcessOptions>()
  .setClassMethodName('forRoot')
  .setExtras({ global: true }, (definition, { global }) => ({ ...definition, global }))
  .build();
