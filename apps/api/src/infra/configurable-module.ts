import { ConfigurableModuleBuilder } from '@nestjs/common';

/**
 * What a global module with options extends: `forRoot(options)` and `forRootAsync({ inject,
 * useFactory })`, as users of Nest know them.
 * @returns the class, and the token under which the module's own providers get the options.
 */
export function configurableModule<Options>() {
  return new ConfigurableModuleBuilder<Options>()
    .setClassMethodName('forRoot')
    .setExtras({ global: true }, (definition, { global }) => ({ ...definition, global }))
    .build();
}
