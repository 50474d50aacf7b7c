import { X } from 'lucide-react';
import { Button } from './button.js';

interface CloseButtonProps {
  /** For screen readers. */
  readonly label: string;
  readonly onClick: () => void;
  readonly className?: string;
}

/** A cross that closes or clears something. */
export function CloseButton({ label, ...rest }: CloseButtonProps) {
  return (
    <Button variant="plain" size="icon" {...rest}>
      <X aria-hidden size={20} />
      <span className="sr-only">{label}</span>
    </Button>
  );
}
