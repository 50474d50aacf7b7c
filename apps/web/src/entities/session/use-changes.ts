import { useState } from 'react';
import { type FallbackMessage, useAccountFailure } from './account-failure.js';

type Change =
  | { readonly step: 'ready' | 'busy' }
  | { readonly step: 'failed'; readonly sentence: string };

/**
 * Sends changes to data of the account.
 * @param change receives the data after each change
 * @param fallback the message for failures without a reason from the server
 * @returns `run`, which sends a change, and the state of the last change
 */
export function useChanges<T>(change: (next: T) => void, fallback: FallbackMessage) {
  const failureWords = useAccountFailure();
  const [state, setState] = useState<Change>({ step: 'ready' });
  const run = async (action: () => Promise<T>, onDone?: () => void) => {
    setState({ step: 'busy' });
    try {
      change(await action());
      onDone?.();
      setState({ step: 'ready' });
    } catch (error) {
      setState({ step: 'failed', sentence: failureWords(error, fallback) });
    }
  };
  return {
    busy: state.step === 'busy',
    failure: state.step === 'failed' ? state.sentence : null,
    run,
  };
}
