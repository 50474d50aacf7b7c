import type { ErrorCode } from '@dipper/contract';

/** What a visitor can do after a failed search, besides trying another link. */
export interface NextStep {
  /** The number of seconds after which to retry the same search. */
  readonly againInSeconds?: number;
  /** Set if the item probably plays on its own site. */
  readonly opens?: true;
  /** Set if the message is generic, so that advice is shown below it. */
  readonly advises?: true;
  /** The code of the error, under which the help center explains it. */
  readonly code?: string;
}

const AGAIN: NextStep = { againInSeconds: 0 };
const OPEN: NextStep = { opens: true };

const STEPS: Partial<Record<ErrorCode, NextStep>> = {
  EXTRACT_FAILED: { ...AGAIN, ...OPEN, advises: true },
  INTERNAL: AGAIN,
  UNAVAILABLE: AGAIN,
  SOURCE_FAILED: { ...AGAIN, ...OPEN },
  SOURCE_TIMEOUT: { ...AGAIN, ...OPEN },
  SOURCE_REFUSED: { againInSeconds: 60, ...OPEN },
  SOURCE_RATE_LIMITED: { againInSeconds: 120, ...OPEN },
  SOURCE_BLOCKED: OPEN,
  MEDIA_PRIVATE: OPEN,
  LOGIN_REQUIRED: OPEN,
  PAYMENT_REQUIRED: OPEN,
  AGE_RESTRICTED: OPEN,
  REGION_BLOCKED: OPEN,
  MEDIA_REMOVED: OPEN,
  DRM_PROTECTED: OPEN,
  LIVE_STREAM: OPEN,
  LIVE_UPCOMING: OPEN,
  NO_MEDIA: OPEN,
  UNSUPPORTED_SITE: OPEN,
  PAGE_TOO_LARGE: OPEN,
};

/** Returns the next step after a server error, or an explanation if only another link can help. */
export function nextStep(code: string | undefined): NextStep {
  return code === undefined ? {} : { ...STEPS[code as ErrorCode], code };
}
