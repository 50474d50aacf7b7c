import type { ComponentProps } from 'react';
import { publishedOrigin } from '@dipper/site';
import { CopyableCode } from '../../features/reading/copyable-code.js';
import { TextPage } from '../../features/reading/text-page.js';
import { useSite } from '../../site/site.js';

/** Stands for this site's origin in the examples, so that they can be pasted as they are. */
const EXAMPLE = 'https://dipper.example';

function Code({ children, ...rest }: ComponentProps<'code'>) {
  const { config, origin } = useSite();
  const own = publishedOrigin(config, origin);
  return (
    <code {...rest}>
      {typeof children === 'string' ? children.replaceAll(EXAMPLE, own) : children}
    </code>
  );
}

function Pre({ children }: ComponentProps<'pre'>) {
  return <CopyableCode>{children}</CopyableCode>;
}

const DEVELOPER_PARTS = { code: Code, pre: Pre };

/** `/developers` */
export function DevelopersPage() {
  return <TextPage text="developers" parts={DEVELOPER_PARTS} />;
}
