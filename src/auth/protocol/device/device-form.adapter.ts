import { Provider } from 'oidc-provider';
import { idHash } from '../storage/engine.record.js';

/**
 * The token of the forms where users enter the code of a device. It follows from the session's cookie, because sessions
 * without a user are not stored. Other sites know neither.
 */
export const deviceFormToken = (sessionId: string): string => idHash(`device form ${sessionId}`);

/** The token that the engine compares with, while it takes such a form. */
export function expectedOfDeviceForm(sessionId: string): { state?: { secret: string } } {
  const { ctx } = Provider;
  const isForm = ctx?.oidc.route === 'code_verification' && ctx.method === 'POST';
  return isForm ? { state: { secret: deviceFormToken(sessionId) } } : {};
}
