import { ok, type ReadyCheck, wrong } from '../../shared/observability/index.js';
import { senderFor } from './message-sender.provider.js';
import { SmtpSender } from './smtp.adapter.js';

/**
 * Checks that the mail server accepts our login. Sends no test mail, because only its reader could confirm that it
 * arrived.
 */
export const usersReadyChecks: ReadyCheck = async ({ config }) => {
  const sender = senderFor(config());
  if (!(sender instanceof SmtpSender)) return [];
  const refusal = await sender.refusal().finally(() => sender.onApplicationShutdown());
  if (refusal === undefined) return [ok('mail server', 'It answers, and takes what SMTP_URL says of us.')];
  return [wrong('mail server', `It cannot be used (${refusal}).`, 'Correct SMTP_URL, or look at the network.')];
};
