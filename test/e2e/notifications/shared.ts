import { startTestApplication, type TestApplication } from '../../support/application.js';
import { type Answer, portalOf, type Portal } from '../../support/tokens.js';

/** The one application that all cases about notifications call, and an enterprise's server. */
export const shared = {} as { running: TestApplication; portal: Portal };

export async function openShared(): Promise<void> {
  shared.running = await startTestApplication();
  const scopes = ['users:read', 'users:write', 'notifications:read', 'notifications:write'];
  shared.portal = await portalOf(shared.running, { scopes });
}

export const uuidOf = ({ body }: Answer): string => String(body.notification_uuid);
