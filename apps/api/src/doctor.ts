import { DomainConfigProblem, DomainFolder } from './config/domain-folder.js';
import { legalAdvice } from './config/legal-report.js';
import { domainsFolder } from './config/domain-config.service.js';
import { type Env, EnvProblem, parseEnv } from './infra/env/env.js';
import { examineBucket } from './infra/storage/s3/s3-doctor.js';
import { s3Settings } from './infra/storage/s3/s3-settings.js';

/**
 * `npm run doctor`: lists what the operator still has to fill in, file by file, and tests the S3
 * bucket if there is one. Exits with 1 if anything is missing or broken.
 */
try {
  const env = parseEnv(process.env);
  const files = new DomainFolder(domainsFolder(env.DOMAINS_DIR)).all();
  const lines = legalAdvice(files);
  console.log(lines.join('\n'));
  if (lines.some((line) => line.startsWith('  '))) {
    console.log(
      '\nWhat each key does: docs/domain-configuration.md. Have a lawyer read the pages.',
    );
    process.exitCode = 1;
  }
  await tryBucket(env);
} catch (error) {
  const isMistake = error instanceof DomainConfigProblem || error instanceof EnvProblem;
  console.error(isMistake ? error.message : error);
  process.exitCode = 1;
}

async function tryBucket(env: Env): Promise<void> {
  const settings = s3Settings(env);
  if (settings === undefined) {
    return;
  }
  const { S3Bucket } = await import('./infra/storage/s3/s3-bucket.js');
  const bucket = new S3Bucket(settings, 'dipper/doctor/');
  const { lines, works } = await examineBucket(bucket, settings);
  bucket.close();
  console.log(`\n${lines.join('\n')}`);
  if (!works) {
    process.exitCode = 1;
  }
}
