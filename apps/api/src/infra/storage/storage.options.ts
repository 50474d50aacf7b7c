import { configurableModule } from '../configurable-module.js';

export interface StorageOptions {
  /** The folder of everything media: `work/` and `files/` are made in it. */
  readonly root: string;
  /** How much we may keep there, bytes; 80 % of the volume when not given (contract, "Running it"). */
  readonly maxBytes: number | undefined;
}

export const {
  ConfigurableModuleClass: ConfigurableStorageModule,
  MODULE_OPTIONS_TOKEN: STORAGE_OPTIONS,
} = configurableModule<StorageOptions>();
