/**
 * Runs in a separate process. On a message it makes a person's export that two operators have approved, as the service
 * does, stores it as an encrypted blob, and reports the length.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import 'reflect-metadata';
import { InnerCalls } from '../../dist/src/operators/four-eyes/carry-out/inner-calls.service.js';
import { LongAnswers } from '../../dist/src/operators/four-eyes/carry-out/long-answers.service.js';
import { Readiness } from '../../dist/src/shared/observability/index.js';
import { Tenant } from '../../dist/src/shared/kernel/index.js';
import { startApplication } from './application.mjs';

const [ENTERPRISE, USER] = process.argv.slice(2);
const HOUR = 3_600_000;
const id = randomUUID();
const steppedUpUntil = Date.now() + HOUR;
const operator = { sessionId: id, steppedUpUntil, withSecond: new Set(), agreedBy: 'second' };
const principal = {
  ...{ kind: 'operator', administrator: false, clientId: 'console', enterpriseId: ENTERPRISE, test: false, operator },
  ...{ sub: 'first', userId: 'first', scopes: new Set(['users:read', 'users:remove']) },
};
const caller = {
  ...{ sub: 'first', sessionId: id, steppedUpUntil },
  at: () => ({ principal, tenant: Tenant.of(ENTERPRISE, false) }),
};

const { DATABASE_URL: url, ENCRYPTION_KEYS } = process.env;
const app = await startApplication({ url }, 'management,console', { ENCRYPTION_KEYS });
app.get(Readiness).open();
process.send('ready');
await once(process, 'message');
const call = { method: 'POST', path: `/v1/users/${USER}/export`, body: {}, comments: 'bench' };
const { status, body, content } = await app.get(InnerCalls).call(call, { caller, id, during: (work) => work() });
if (!content) throw new Error(`The export was refused: ${status} ${JSON.stringify(body)}`);
const request = { id, enterpriseId: ENTERPRISE, test: false };
const blobId = await app.get(LongAnswers).keep(request, content);
let bytes = 0;
for await (const piece of (await app.get(LongAnswers).open(request, blobId)).getStream()) bytes += piece.length;
await app.close();
process.send({ bytes });
process.disconnect();
