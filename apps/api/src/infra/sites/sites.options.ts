import { configurableModule } from '../configurable-module.js';

export interface SitesOptions {
  /** Path of `extraction.json`, which is optional. */
  readonly file: string;
  /** How often it is polled, milliseconds. */
  readonly pollMs?: number;
}

export const { ConfigurableModuleClass: ConfigurableSitesModule, MODULE_OPTIONS_TOKEN } =
  configurableModule<SitesOptions>();
export const SITES_OPTIONS = MODULE_OPTIONS_TOKEN;
