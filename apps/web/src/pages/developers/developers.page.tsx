import type { ComponentProps } from 'react';
import { publishedOrigin } from '@dipper/site';
import { Breakable } from '../../features/reading/breakable.js';
import { CopyableCode } from '../../features/reading/copyable-code.js';
import { TextPage } from '../../features/reading/text-page.js';
import { useSite } from '../../site/site.js';

/** Stands for this site's origin in the examples, so that they can be pasted as they are. */
const EXAMPLE = 'https://dipper.example';

function Code({ children, ...rest }: ComponentProps<'code'>) {
  const { config, origin } = useSite();
  const own = publishedOrigin(config, origin);
  if (typeof children !== 'string') {
    return <code {...rest}>{children}</code>;
  }
  const code = children.replaceAll(EXAMPLE, own);
  // Blocks wrap by themselves; names and recipes are in narrow columns of tables.
  return <code {...rest}>{code.includes('\n') ? code : <Breakable code={code} />}</code>;
}

function Pre({ children }: ComponentProps<'pre'>) {
  return <CopyableCode>{children}</CopyableCode>;
}

const DEVELOPER_PARTS = { code: Code, pre: Pre };

export function DevelopersPage() {
  return <TextPage text="developers" parts={DEVELOPER_PARTS} />;
}
