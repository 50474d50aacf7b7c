import type { HTMLAttributes } from 'react';

interface BadgeProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'span' | 'p' | 'time';
}

/** A short label next to text. */
export function Badge({ as: Tag = 'span', className = '', ...rest }: BadgeProps) {
  return <Tag {...rest} className={`badge ${className}`.trimEnd()} />;
}
