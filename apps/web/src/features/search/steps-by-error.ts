import type { ErrorCode } from '@dipper/contract';

/** What a visitor can do after a failed search, besides trying another link. */
export interface NextStep {
  /** Seconds to wait before the same search can be retried. */
  readonly againInSeconds?: number;
  /** Set if the item can probably be played on its own site. */
  readonly opens?: true;
  /** Set if the message is so generic that advice is shown below it. */
  readonly advises?: true;
  /** The error code, which selects an article in the help center. */
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

/**
 * Returns the next step after a server error: only the code of the help article if nothing but
 * another link helps.
 */
export function nextStep(code: string | undefined): NextStep {
  return code === undefined ? {} : { ...STEPS[code as ErrorCode], code };
}
