import type { ReactNode } from 'react';
import drawings from './drawings.svg?url';

/** The sections below the water line, down to the stream bed on which the bird walks. */
export function UnderWater({ children }: { readonly children: ReactNode }) {
  return (
    <div className="under-water">
      {children}
      <svg aria-hidden="true" className="block h-30 w-full sm:h-42">
        <use href={`${drawings}#bed`} />
      </svg>
    </div>
  );
}
