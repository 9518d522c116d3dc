import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeviceMaker } from '../../support/attestations.js';
import type { UserRef } from '../../../src/users/contract/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { newNotification, remade } from '../../support/notifications.js';
import type { Outcome } from '../../support/phone.js';
import { type Portal, portalOf } from '../../support/tokens.js';

/** One application for all files here that import this and are run together, and an enterprise’s server. */
export const mobile: { running: TestApplication; portal: Portal; maker: DeviceMaker } = {
  running: undefined as never,
  portal: undefined as never,
  maker: undefined as never,
};
beforeAll(async () => {
  mobile.maker = await DeviceMaker.create();
  const roots = join(mkdtempSync(join(tmpdir(), 'roots-')), 'devices.pem');
  writeFileSync(roots, mobile.maker.pem);
  mobile.running = await startTestApplication({ env: { DEVICE_ATTESTATION_ROOTS: roots } });
  mobile.portal = await openPortal(mobile.running);
});
afterAll(() => mobile.running.close());

export const openPortal = (running: TestApplication): Promise<Portal> =>
  portalOf(running, { scopes: ['users:read', 'users:write', 'notifications:read', 'notifications:write'] });

export type Way = 'byHttp' | 'bySocket';
export const ways: readonly Way[] = ['byHttp', 'bySocket'];

/** Asks a user something, as an enterprise does. Returns the id of the notification. */
export async function ask({ userId }: UserRef, fields: object = {}): Promise<string> {
  const { status, body } = await mobile.portal.post('/v1/notifications', newNotification(userId, fields));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.notification_uuid;
}

export const statusOf = async (uuid: string): Promise<any> =>
  (await mobile.portal.get(`/v1/notifications/${uuid}`)).body;

/** What a call has come to in short: its code, and why. */
export const told = ({ code, event }: Outcome): string => {
  const { StatusCode, ResponseData } = event?.response ?? {};
  const { status_code: again = StatusCode, reason } = ResponseData ?? {};
  return event
    ? `${StatusCode === again ? StatusCode : `${StatusCode}≠${again}`}${reason ? ` ${reason}` : ''}`
    : `error ${code}`;
};

export const dataOf = ({ event }: Outcome): any => event?.response.ResponseData;

/** Changes a row behind the service's back. */
export const alter = (uuid: string, assignment: string) =>
  mobile.running.app
    .get(Database)
    .rows(`UPDATE notifications.notification SET ${assignment} WHERE notification_uuid = $1`, [uuid]);

/** Its time is over, as if it had been created earlier: whether a sweep has run or not. */
export const letPass = (uuid: string): Promise<void> =>
  remade(mobile.running, uuid, (notification) => {
    notification.expiryAt = new Date(Date.now() - 10_000);
  });
