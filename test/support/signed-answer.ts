import { signed } from '../e2e/notifications/mobile.js';
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
