import { configurableModule } from '../configurable-module.js';

export interface StorageOptions {
  /** The folder of all media, with `work/` and `files/` in it. */
  readonly root: string;
  /** Our limit, bytes; 80 % of the volume by default (contract, "Running it"). */
  readonly maxBytes: number | undefined;
}

export const {
  ConfigurableModuleClass: ConfigurableStorageModule,
  MODULE_OPTIONS_TOKEN: STORAGE_OPTIONS,
} = configurableModule<StorageOptions>();
