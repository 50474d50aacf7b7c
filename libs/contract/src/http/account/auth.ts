import { UNPRINTABLE } from '@dipper/media';
import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';
import type { ErrorCode } from '../../messages/errors.js';
import {
  ACCOUNT_LANGUAGES,
  AUDIO_FORMATS,
  THEMES,
  TIMEZONES,
  VIDEO_QUALITIES,
} from '../account-choices.js';
import {
  emailSchema,
  mailTokenSchema,
  nameSchema,
  newPasswordSchema,
  passwordSchema,
} from './credentials.js';

/** POST /api/auth/login */
export const loginInputSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  /** True for a session of 30 days instead of one. */
  remember_me: z.optional(z.boolean()),
});
export type LoginInput = z.infer<typeof loginInputSchema>;

/** POST /api/auth/register */
export const registerInputSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  username: z.optional(nameSchema),
  /**
   * The language and theme of the page where the visitor signs up. Without them, the account gets
   * the defaults.
   */
  language: z.optional(z.enum(ACCOUNT_LANGUAGES)),
  theme: z.optional(z.enum(THEMES)),
});
export type RegisterInput = z.infer<typeof registerInputSchema>;

/** POST /api/auth/forgot-password, POST /api/auth/resend-verification */
export const mailInputSchema = z.object({ email: emailSchema });
export type MailInput = z.infer<typeof mailInputSchema>;

/** POST /api/auth/verify-email */
export const verifyEmailInputSchema = z.object({ token: mailTokenSchema });
export type VerifyEmailInput = z.infer<typeof verifyEmailInputSchema>;

/** POST /api/auth/reset-password */
export const resetPasswordInputSchema = z.object({
  token: mailTokenSchema,
  new_password: newPasswordSchema,
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInputSchema>;

/** POST /api/auth/change-password */
export const changePasswordInputSchema = z.object({
  current_password: passwordSchema,
  new_password: newPasswordSchema,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInputSchema>;

export const preferencesSchema = z.object({
  default_video_quality: z.enum(VIDEO_QUALITIES),
  default_audio_format: z.enum(AUDIO_FORMATS),
  auto_download: z.boolean(),
  download_history_enabled: z.boolean(),
  email_notifications: z.boolean(),
  theme: z.enum(THEMES),
});

const AVATAR_INVALID: ErrorCode = 'AVATAR_INVALID';

const AVATAR = new RegExp(String.raw`^(?:https:\/\/[^\s<>"'${UNPRINTABLE}]+)?$`, 'iu');

/** '' for none. Shown only to the owner of the account. */
const avatarSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(LIMITS.avatarLength, AVATAR_INVALID),
    z.regex(AVATAR, AVATAR_INVALID),
  );

export const profileSchema = z.object({
  display_name: nameSchema,
  avatar_url: avatarSchema,
  timezone: z.enum(TIMEZONES),
  language: z.enum(ACCOUNT_LANGUAGES),
  country: nameSchema,
  preferences: preferencesSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** PUT /api/auth/profile. Fields that are left out stay unchanged; unknown fields are ignored. */
export const profileInputSchema = z.partial(
  z.extend(profileSchema, { preferences: z.partial(preferencesSchema) }),
);
export type ProfileInput = z.infer<typeof profileInputSchema>;

/** An account, as shown to its owner (specification §3). */
export const userSchema = z.object({
  email: z.string(),
  /** '' if none was given. */
  username: z.string(),
  email_verified: z.boolean(),
  profile: profileSchema,
  subscription: z.object({
    /** `free`, or the name of a paid tier. */
    tier: z.string(),
    usage_limits: z.object({
      /** Downloads saved to the history since 0:00 UTC. */
      downloads_today: z.number(),
      /** Null if unlimited. */
      daily_limit: z.nullable(z.number()),
    }),
  }),
});
export type User = z.infer<typeof userSchema>;

/** The reply to login and refresh: the tokens, and the lifetime of the access token in seconds. */
export const sessionReplySchema = z.object({
  user: userSchema,
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});
export type SessionReply = z.infer<typeof sessionReplySchema>;

/** GET /api/auth/me */
export const meReplySchema = z.object({ user: userSchema });
export type MeReply = z.infer<typeof meReplySchema>;

/**
 * POST /api/auth/register. A known email address gets the same reply, and its owner gets an email
 * about it.
 */
export const registerReplySchema = z.object({ message: z.string(), user: userSchema });
export type RegisterReply = z.infer<typeof registerReplySchema>;

/** PUT /api/auth/profile */
export const profileReplySchema = z.object({ message: z.string(), profile: profileSchema });
export type ProfileReply = z.infer<typeof profileReplySchema>;

/** The reply from all other endpoints: a sentence from the specification. */
export const messageReplySchema = z.object({ message: z.string() });
export type MessageReply = z.infer<typeof messageReplySchema>;
