import { createContext, useContext, useEffect } from 'react';

interface FileGone {
  readonly isGone: boolean;
  /** Stays the same for the page's lifetime. */
  readonly tell: (isGone: boolean) => void;
}

const FileGoneContext = createContext<FileGone>({ isGone: false, tell: () => undefined });

export const FileGoneProvider = FileGoneContext.Provider;

/** Marks this page's file as gone while the component is mounted. */
export function useFileGone(): void {
  const { tell } = useContext(FileGoneContext);
  useEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
}

/** Returns whether this page's file is gone. */
export function useIsFileGone(): boolean {
  return useContext(FileGoneContext).isGone;
}
