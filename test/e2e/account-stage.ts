import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostOffice } from '../harness/post-office.js';
import { setStage } from './stage.js';

/**
 * A stage whose domain has accounts, for the tests of a file, and the post office that its mails come to.
 * @param variables of the server's environment, besides
 */
export function setAccountStage(variables: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dipper-domains-'));
  writeFileSync(join(folder, 'default.json'), JSON.stringify({ authentication_enabled: true }));
  const env = { ...variables, DOMAINS_DIR: folder, SMTP_URL: '' };
  let post: PostOffice;
  // Before the server starts, which has to know its address.
  beforeAll(async () => {
    post = await PostOffice.open();
    env.SMTP_URL = post.url;
  });
  const stage = setStage(env);
  afterAll(async () => {
    await post.close();
    rmSync(folder, { recursive: true });
  });
  return { stage, mailTo: (...asked: Parameters<PostOffice['mailTo']>) => post.mailTo(...asked) };
}
