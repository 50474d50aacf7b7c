import { DomainConfigProblem, DomainFolder } from './config/domain-folder.js';
import { legalAdvice } from './config/legal-report.js';
import { domainsFolder } from './config/domain-config.service.js';
import { parseEnv } from './infra/env/env.js';

/**
 * `npm run doctor`: lists what the operator still has to fill in, file by file. Exits with 1 if
 * anything is missing.
 */
try {
  const files = new DomainFolder(domainsFolder(parseEnv(process.env).DOMAINS_DIR)).all();
  const lines = legalAdvice(files);
  console.log(lines.join('\n'));
  if (lines.some((line) => line.startsWith('  '))) {
    console.log(
      '\nWhat each key does: docs/domain-configuration.md. Have a lawyer read the pages.',
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof DomainConfigProblem ? error.message : error);
  process.exitCode = 1;
}
