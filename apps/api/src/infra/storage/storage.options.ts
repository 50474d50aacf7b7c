import { configurableModule } from '../configurable-module.js';
import type { S3Settings } from './s3/s3-settings.js';

export interface StorageOptions {
  /** The folder of all media. It contains `work/` and `files/`. */
  readonly root: string;
  /** Our own limit, in bytes. The default is 80% of the volume (contract, "Running it"). */
  readonly maxBytes: number | undefined;
  /**
   * The internal location of an nginx in front of us that can read the folder (or leads to S3),
   * ending in a slash; missing if we send the files ourselves.
   */
  readonly accelRedirect?: string | undefined;
  /** Where finished files are stored; missing if they stay in `root`. */
  readonly s3?: S3Settings | undefined;
}

export const {
  ConfigurableModuleClass: ConfigurableStorageModule,
  MODULE_OPTIONS_TOKEN: STORAGE_OPTIONS,
} = configurableModule<StorageOptions>();
