import { randomBytes } from 'node:crypto';
import { PasskeyStore } from '../../src/auth/credentials/passkeys/passkey.store.js';
import { AuthorizationServer } from '../../src/auth/protocol/engine/authorization-server.service.js';
import { Database, UnitOfWork } from '../../src/shared/persistence/index.js';
import type { TestApplication } from './application.js';
import { registerDevice } from './devices.js';
import { Person } from './person.js';
import { active, application, PASSWORD } from './signing-in.js';

export interface Belongings {
  readonly passkeys?: readonly string[];
  readonly devices?: readonly string[];
  /** Applications that have access, although no session leads to them any more. */
  readonly applications?: readonly string[];
  /** Browsers that are signed in beside the one that looks. */
  readonly otherBrowsers?: number;
}

/** A passkey that nobody holds: it can be seen, named and removed. */
export const addPasskey = ({ app }: TestApplication, sub: string, name: string): Promise<boolean> =>
  app.get(UnitOfWork).run((tx) =>
    app.get(PasskeyStore).add(tx, {
      credentialId: randomBytes(16).toString('base64url'),
      sub,
      userHandle: null,
      name,
      publicKey: randomBytes(77),
      counter: 0,
      transports: [],
      backedUp: false,
    }),
  );

/** As if the sessions of the user had begun with a passkey, which changes of passkeys need. */
export const provenByPasskey = ({ app }: TestApplication, sub: string): Promise<unknown> =>
  app.get(Database).rows(PROVEN, [sub, Math.floor(Date.now() / 1000)]);

const PROVEN = `
  UPDATE auth.engine_record SET payload = jsonb_set(payload, '{factors}', jsonb_build_object('passkey', $2::int))
  WHERE model = 'Session' AND account_id = $1`;

/** An ACTIVE user with what an account page lists. */
export async function activeWith(
  running: TestApplication,
  userId: string,
  { passkeys = [], devices = [], applications = [], otherBrowsers = 0 }: Belongings,
  language = 'en',
): Promise<string> {
  const sub = await active(running, userId, { firstName: 'Chloé', lastName: 'Marchand', language });
  for (const name of passkeys) await addPasskey(running, sub, name);
  for (const name of devices) await registerDevice(running, sub, { name });
  for (const clientName of applications) await grantAccess(running, sub, clientName);
  for (let i = 0; i < otherBrowsers; i++) {
    const person = new Person(running);
    await person.send(await person.open('/service/account/'), '/login', { login: userId, password: PASSWORD });
  }
  await spreadSessions(running, sub);
  return sub;
}

async function grantAccess(running: TestApplication, sub: string, clientName: string): Promise<void> {
  const { clientId } = await application(running, { clientName, firstParty: false });
  const provider = await running.app.get(AuthorizationServer).provider();
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('no client');
  const grant = new provider.Grant({ accountId: sub, clientId });
  grant.addOIDCScope('openid profile email offline_access');
  const issued = { accountId: sub, client, grantId: await grant.save(), gty: 'authorization_code' };
  await new provider.RefreshToken({ ...issued, scope: 'openid offline_access', rotations: 0 }).save();
}

/** As if each had begun on another day. */
async function spreadSessions({ database }: TestApplication, sub: string): Promise<void> {
  const db = await database.connect();
  await db.query(SPREAD, [sub]);
  await db.end();
}

const SPREAD = `
  UPDATE auth.engine_record AS kept SET since = kept.since - counted.number * interval '15 hours 7 minutes'
  FROM (SELECT uid, row_number() OVER (ORDER BY uid) AS number FROM auth.engine_record
        WHERE model = 'Session' AND account_id = $1) AS counted
  WHERE kept.model = 'Session' AND kept.uid = counted.uid`;

export async function forgetPassword({ database }: TestApplication, sub: string): Promise<void> {
  const db = await database.connect();
  await db.query('DELETE FROM auth.password WHERE sub = $1', [sub]);
  await db.end();
}
