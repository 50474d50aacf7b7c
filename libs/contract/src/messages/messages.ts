/** Specification §5 and §8, "Search". */
export const SEARCH_MESSAGES = {
  urlRequired: 'Please enter a video URL',
  urlInvalid: 'Please enter a valid URL (must include http:// or https://)',
  urlInvalidXiaohongshu:
    'Please enter a valid Xiaohongshu URL or RedNote app message containing a URL',
  urlInvalidBilibili: 'Please enter a valid Bilibili URL or Bilibili app message containing a URL',
  processing: 'Processing your request...',
  failed: 'Failed to process video',
  unexpectedReply: 'Could not retrieve video details. The response was not in the expected format.',
  error: 'An error occurred while processing the video',
} as const;

/** Specification §4 and §8, "Merge and preview". */
export const MERGE_MESSAGES = {
  starting: 'Starting video processing...',
  complete: 'Processing complete! Loading video...',
  processingFailed: 'Processing Failed',
  startFailed: 'Failed to start merge task',
  timedOut: 'Video processing timed out',
  fileGone:
    'Video processing completed but file is no longer available. The file may have expired or been cleaned up. Please try downloading again.',
  httpStatus: 'HTTP {{status}}: {{text}}',
  tooManyErrors: 'Too many consecutive polling errors: {{reason}}',
  failed: 'Video processing failed',
  tip: 'Try refreshing the homepage and selecting a different video quality.',
  expired: 'This file has expired and is no longer available for download.',
} as const;

/** Specification §8, titles and failures of the player. */
export const PLAYER_MESSAGES = {
  proxyExpired: 'Preview Session Expired',
  network: 'Content Not Available',
  codec: 'Playback Not Supported',
  codecFallback: 'Video Preview Unavailable',
  unknown: 'Preview Unavailable',
  noUrl: 'Error: No URL provided',
  downloadFailed: 'Error: Could not start the download. Please check your connection or try again.',
} as const;

/** Specification §5 and §8, sharing. */
export const SHARE_MESSAGES = {
  shortUrlFailed: 'Failed to create short URL: {{error}}',
  copyFailed: 'Could not copy link.',
  sharingFailed: 'Sharing failed.',
  failed: 'Failed to share. Please try again.',
  copied: 'Link copied to clipboard!',
  openingTwitter: 'Opening Twitter...',
  openingFacebook: 'Opening Facebook...',
  openingWhatsApp: 'Opening WhatsApp...',
  openingEmail: 'Opening email client...',
  shared: 'Shared successfully!',
  copiedInstead: 'Link copied! Share API not supported.',
  untitled: 'Check out this video',
} as const;

/** Specification §5 and §8, "Accounts". */
export const ACCOUNT_MESSAGES = {
  loginFailed: 'Login failed ({{status}})',
  registrationFailed: 'Registration failed ({{status}})',
  verificationFailed: 'Email verification failed',
  resendFailed: 'Failed to resend verification email',
  forgotFailed: 'Failed to send password reset email',
  resetFailed: 'Password reset failed',
  changeFailed: 'Password change failed',
  profileFailed: 'Profile update failed',
  refreshFailed: 'Token refresh failed',
  invalidReply: 'Server error: Invalid response format. Please check if the backend is running.',
  network: 'Network error: Cannot connect to server. Please check if the backend is running.',
  noRefreshToken: 'No refresh token available',
  sessionExpired: 'Session expired. Please login again.',
  error: 'An error occurred',
  profileUpdateFailed: 'Failed to update profile',
  passwordChangeFailed: 'Failed to change password',
  loggedIn: 'Login successful!',
  loggedOut: 'You have been signed out.',
  registered: 'Registration successful! Please check your email to verify your account.',
  resetSent: 'Password reset instructions have been sent to your email.',
  passwordReset: 'Password reset successful! You can now login with your new password.',
  verified: 'Email verified successfully! You can now login.',
  verificationSent: 'Verification email sent!',
  profileUpdated: 'Profile updated successfully!',
  passwordChanged: 'Password changed successfully!',
  passwordsDiffer: 'Passwords do not match',
  newPasswordsDiffer: 'New passwords do not match',
  newPasswordTooShort: 'Password must be at least 8 characters long',
} as const;

/** Specification §8, download history. */
export const HISTORY_MESSAGES = {
  fetchFailed: 'Failed to fetch download history',
  clearFailed: 'Failed to clear download history',
} as const;

/**
 * The sentences of the text files in a zip, which list missing or damaged entries. They are not
 * part of §8.
 */
export const ZIP_MESSAGES = {
  notIncluded: 'These entries could not be included:',
  damaged: 'These files are damaged because their originals are:',
  original: 'The original is damaged.',
  at: 'The original is damaged at {{places}}.',
  span: '{{start}} to {{end}}',
  rest: '{{start}} to the end',
  places: 'The original is damaged in {{count}} places.',
} as const;

/**
 * The client's own messages from §5 and §8 of the specification (i18next notation), in groups that
 * pages load when needed. `catalogue.spec.ts` checks that every sentence of §8 appears exactly
 * once, either here or in `errors.ts`.
 */
export const MESSAGES = {
  search: SEARCH_MESSAGES,
  merge: MERGE_MESSAGES,
  player: PLAYER_MESSAGES,
  share: SHARE_MESSAGES,
  accounts: ACCOUNT_MESSAGES,
  history: HISTORY_MESSAGES,
} as const;

export const STATUS_MESSAGES = {
  prepared: 'Ready to start.',
  queued: 'Waiting in line...',
  video: 'Downloading video...',
  audio: 'Downloading audio...',
  merging: 'Combining into one file...',
  checking: 'Verifying the file...',
  complete: 'Your file is ready.',
  /** Used for a complete task whose source is damaged, if the visitor accepted the damage. */
  damaged: 'Your file is ready. The original is damaged, so parts of it may not play.',
  cancelled: 'This download was cancelled.',
} as const;
