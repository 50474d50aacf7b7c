import { createContext, useContext, useEffect } from 'react';

interface FileGone {
  readonly isGone: boolean;
  /** The same for as long as the page lives. */
  readonly tell: (isGone: boolean) => void;
}

const FileGoneContext = createContext<FileGone>({ isGone: false, tell: () => undefined });

export const FileGoneProvider = FileGoneContext.Provider;

/** While what calls this is shown, the page does not say that its file is here. */
export function useFileGone(): void {
  const { tell } = useContext(FileGoneContext);
  useEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
}

/** Whether the file of this page, which was here, has gone. */
export function useIsFileGone(): boolean {
  return useContext(FileGoneContext).isGone;
}
