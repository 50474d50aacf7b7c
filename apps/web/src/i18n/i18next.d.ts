import 'i18next';
import type { catalogue } from './en/index.js';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof catalogue;
  }
}
