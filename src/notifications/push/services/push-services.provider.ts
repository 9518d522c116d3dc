import { readFileSync } from 'node:fs';
import type { Provider } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { Clock } from '../../../shared/kernel/index.js';
import { Outbound, outboundTrust } from '../../../shared/outbound/index.js';
import type { PushService } from './push-service.port.js';
import { PushServices } from './push-services.service.js';
import { ApnsService } from './apns.adapter.js';
import { FcmService, type ServiceAccount } from './fcm.adapter.js';
import { WebPushService } from './web-push.adapter.js';

/** Creates the push services whose settings are complete. If a key file is unusable, the application does not start. */
export const pushServices: Provider = {
  provide: PushServices,
  inject: [CONFIG, Outbound, Clock],
  useFactory: (config: Config, outbound: Outbound, clock: Clock) =>
    new PushServices([...webPush(config, outbound, clock), ...fcm(config, outbound, clock), ...apns(config, clock)]),
};

function webPush(
  { vapidSubject, vapidPublicKey, vapidPrivateKey }: Config,
  outbound: Outbound,
  clock: Clock,
): PushService[] {
  if (!vapidSubject || !vapidPublicKey || !vapidPrivateKey) return [];
  const keys = { subject: vapidSubject, publicKey: vapidPublicKey, privateKey: vapidPrivateKey };
  return [new WebPushService(outbound, keys, clock)];
}

function fcm({ fcmCredentialsFile: file, fcmUrl }: Config, outbound: Outbound, clock: Clock): PushService[] {
  if (!file) return [];
  return usable('FCM_CREDENTIALS_FILE', () => {
    const account = JSON.parse(readFileSync(file, 'utf8')) as Partial<ServiceAccount>;
    for (const member of ['project_id', 'client_email', 'private_key', 'token_uri'] as const) {
      if (typeof account[member] !== 'string') throw new Error(`it has no ${member}`);
    }
    return [new FcmService(outbound, account as ServiceAccount, fcmUrl, clock)];
  });
}

function apns(config: Config, clock: Clock): PushService[] {
  const { apnsKeyFile: file, apnsKeyId: keyId, apnsTeamId: teamId, apnsTopic: topic, apnsUrl } = config;
  if (!file || !keyId || !teamId || !topic) return [];
  return usable('APNS_KEY_FILE', () => [
    new ApnsService({ key: readFileSync(file, 'utf8'), keyId, teamId, topic }, apnsUrl, clock, outboundTrust(config)),
  ]);
}

function usable<T>(setting: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new Error(`The file that ${setting} names cannot be used: ${why}`, { cause: error });
  }
}
