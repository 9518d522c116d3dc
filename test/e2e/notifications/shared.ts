import { setTimeout as sleep } from 'node:timers/promises';
import webPush from 'web-push';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { type Answer, portalOf, type Portal } from '../../support/tokens.js';

const { publicKey, privateKey } = webPush.generateVAPIDKeys();

/** One application for all files here that import this and are run together, and an enterprise’s server. */
export const shared = {} as { running: TestApplication; portal: Portal };

beforeAll(async () => {
  shared.running = await startTestApplication({
    env: { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: 'mailto:ops@bank.example' },
  });
  const scopes = ['users', 'notifications', 'webhooks'].flatMap((what) => [`${what}:read`, `${what}:write`]);
  shared.portal = await portalOf(shared.running, { scopes });
});
afterAll(() => shared.running.close());

export const uuidOf = ({ body }: Answer): string => String(body.notification_uuid);

/** Waits until it is so; a test that never sees it runs into its time limit. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}
