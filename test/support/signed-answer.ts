import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { SignJWT, type JWTPayload } from 'jose';
import { activeUser } from './devices.js';
import type { TestApplication } from './application.js';
import { newNotification } from './notifications.js';
import { Phone } from './phone.js';
import { portalOf } from './tokens.js';

/** A user is asked, and agrees with a signature. Returns the evidence that the enterprise gets. */
export async function evidenceOfAnswer(running: TestApplication, userId: string, fields: object = {}): Promise<any> {
  const portal = await portalOf(running, { scopes: ['notifications:read', 'notifications:write'] });
  const phone = await (await Phone.of(running, await activeUser(running, userId))).registered();
  const { body: asked } = await portal.post(
    '/v1/notifications',
    newNotification(userId, { ds_required: true, ...fields }),
  );
  const uuid: string = asked.notification_uuid;
  const signature = await signed(phone, uuid, 'accept');
  await phone.post('UpdateNotification', { notificationID: uuid, response: 'accept', signature });
  return (await portal.get(`/v1/notifications/${uuid}`)).body.evidence;
}

export const digestOf = (content: { actions: unknown; body: readonly { lng: string }[] }): string => {
  const body = [...content.body].sort((a, b) => Buffer.compare(Buffer.from(a.lng), Buffer.from(b.lng)));
  const text = canonicalize({ actions: content.actions, body }) ?? '';
  return createHash('sha256').update(text).digest('base64url');
};

/** What the phone shows of a notification. */
export async function seenBy(phone: Phone, uuid: string): Promise<any> {
  const { event } = await phone.byHttp('GetNotifications', [0, '', 1, '', '']);
  return event?.response.ResponseData.notifications.find((one: any) => one.notification_uuid === uuid);
}

/** The phone's statement about what it shows. A test changes what it is about. */
export async function signed(
  phone: Phone,
  uuid: string,
  response: string,
  { header = {}, key, ...claims }: JWTPayload & { header?: object; key?: any } = {},
): Promise<string> {
  const seen = claims['content_digest'] === undefined ? await seenBy(phone, uuid) : undefined;
  return new SignJWT({
    ...{ notification_uuid: uuid, content_digest: seen && digestOf(seen), response },
    ...{ iat: Math.floor(Date.now() / 1000), nonce: 'nonce' },
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: phone.deviceId, ...header })
    .sign(key ?? phone.device?.privateKey);
}
