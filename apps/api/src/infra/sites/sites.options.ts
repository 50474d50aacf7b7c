import { configurableModule } from '../configurable-module.js';

export interface SitesOptions {
  /** The path of `extraction.json`. The file is optional. */
  readonly file: string;
  /** How often the file is polled, in milliseconds. */
  readonly pollMs?: number;
}

export const { ConfigurableModuleClass: ConfigurableSitesModule, MODULE_OPTIONS_TOKEN } =
  configurableModule<SitesOptions>();
export const SITES_OPTIONS = MODULE_OPTIONS_TOKEN;
