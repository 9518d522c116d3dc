import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '../../../clients/typescript/src/index.js';
import { disconnectAll, Line } from '../../support/app-of-a-user.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { newNotification } from '../../support/notifications.js';
import { MANY_LOGINS } from '../../support/signing-in.js';
import { portalOf, type Portal } from '../../support/tokens.js';

/** One application for all files here that import this and are run together, and an enterprise’s server. */
export const shared = {} as { running: TestApplication; portal: Portal };

beforeAll(async () => {
  shared.running = await startTestApplication({ env: { ...MANY_LOGINS } });
  const scopes = ['users', 'notifications'].flatMap((what) => [`${what}:read`, `${what}:write`]);
  shared.portal = await portalOf(shared.running, { scopes });
});
afterEach(disconnectAll);
afterAll(() => shared.running.close());

export const newLine = (): Line => new Line(shared.running);

/** Asks a user something, as an enterprise does. Returns the id of the notification. */
export async function ask({ userId }: { readonly userId: string }, fields: object = {}): Promise<string> {
  const { status, body } = await shared.portal.post('/v1/notifications', newNotification(userId, fields));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.notification_uuid;
}

export const statusOf = async (uuid: string): Promise<any> =>
  (await shared.portal.get(`/v1/notifications/${uuid}`)).body;

/** The error of a call, by its code. */
export async function failureOf(call: Promise<unknown>): Promise<CountersignError> {
  const error = await call.then(
    () => new Error('It did not fail'),
    (caught: unknown) => caught,
  );
  if (error instanceof CountersignError) return error;
  throw error as Error;
}

export const codeOf = async (call: Promise<unknown>): Promise<string> => (await failureOf(call)).code;

/** Waits until it is so; a test that never sees it runs into its time limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}
