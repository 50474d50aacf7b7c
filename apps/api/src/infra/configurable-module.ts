import { ConfigurableModuleBuilder } from '@nestjs/common';

/**
 * Makes a base class for a global module with options. The class has the methods `forRoot(options)`
 * and `forRootAsync({ inject, useFactory })`.
 * @returns the class, and the token with which the module's providers inject the options
 */
export function configurableModule<Options>() {
  return new ConfigurableModuleBuilder<Options>()
    .setClassMethodName('forRoot')
    .setExtras({ global: true }, (definition, { global }) => ({ ...definition, global }))
    .build();
}
