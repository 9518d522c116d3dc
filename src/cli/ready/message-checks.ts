import type { Config } from '../../config.js';
import { attention, type Finding, ok, wrong } from '../../shared/observability/index.js';

export function mailFindings({ messages, messagesUrl, smtpUrl, smtpTls, mailFrom }: Config): Finding[] {
  if (messages === 'off')
    return [attention('mail', 'MESSAGES is off: nothing is sent.', 'Hand out activation codes yourselves.')];
  if (messagesUrl) return [ok('mail', `Messages go to ${new URL(messagesUrl).origin}.`)];
  if (!smtpUrl)
    return [wrong('mail', 'There is no mail server: activation codes reach nobody.', 'Set SMTP_URL and MAIL_FROM.')];
  const found = `${smtpUrl.protocol}//${smtpUrl.host}, from ${mailFrom?.address ?? 'nobody'}.`;
  if (smtpUrl.protocol === 'smtp:' && smtpTls === 'off')
    return [attention('mail', `${found} It goes without TLS.`, 'Only on a private network; else set SMTP_TLS=on.')];
  return [ok('mail', found)];
}

/** Checks the push services. A service with incomplete settings is not used. */
export function pushFindings(config: Config): Finding[] {
  const services = {
    'Web Push': [config.vapidSubject, config.vapidPublicKey, config.vapidPrivateKey],
    Android: [config.fcmCredentialsFile],
    iOS: [config.apnsKeyFile, config.apnsKeyId, config.apnsTeamId, config.apnsTopic],
  };
  const names = (all: boolean) =>
    Object.entries(services)
      .filter(([, given]) => (all ? given.every(Boolean) : given.some(Boolean) && !given.every(Boolean)))
      .map(([name]) => name);
  const [whole, partly] = [names(true), names(false)];
  if (partly.length > 0)
    return [wrong('push', `${partly.join(', ')}: a part of the settings is missing.`, 'See docs/operators/push.md.')];
  if (whole.length === 0)
    return [attention('push', 'None: devices learn of nothing while they sleep.', 'See docs/operators/push.md.')];
  return [ok('push', `${whole.join(', ')}.`)];
}
