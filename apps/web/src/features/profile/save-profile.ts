import { jsonBody } from '@dipper/client';
import { API, type ProfileInput, profileReplySchema } from '@dipper/contract';
import { callAs } from '../../entities/session/call-as.js';
import { currentSession } from '../../entities/session/current-session.js';
import { noteUser } from '../../entities/session/session.js';

/**
 * Updates the given fields of the signed-in account's profile. Theme, language and preferences take
 * effect immediately.
 * @throws ApiFailure, or the abort reason
 */
export async function saveProfile(input: ProfileInput, signal: AbortSignal): Promise<void> {
  const { profile } = await callAs(API.profile, profileReplySchema, {
    ...jsonBody('PUT', input),
    signal,
  });
  const { user } = currentSession();
  if (user !== null) {
    noteUser({ ...user, profile });
  }
}
