import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase, urlOf } from '../../../support/database.js';
import { encryptionKeys, startTestApplication, type TestApplication } from '../../../support/application.js';
import { Asking, uuidOf } from '../../../support/backchannel.js';
import { seenBy, signed } from '../../../support/signed-answer.js';
import { freePorts, Program, type ProgramEnv } from '../../../support/program.js';
import { callApi } from '../../../support/tokens.js';

let database: TestDatabase;
let here: TestApplication;
let folder: string;
let env: ProgramEnv;
let other: Program;

/** The same deployment, at the ports of the other process. */
const there = (): TestApplication =>
  Object.assign(Object.create(here) as TestApplication, {
    url: (surface: string, path = '') => `http://127.0.0.1:${env[`${surface.toUpperCase()}_PORT`]}${path}`,
  });

describe('With two processes, an approval', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    here = await startTestApplication({ database });
    folder = mkdtempSync(join(tmpdir(), 'countersign-approvals-'));
    const { authUrl, mobileUrl, managementUrl, idvUrl } = here.config;
    const at = urlOf(database.address);
    env = {
      ...(await freePorts()),
      ...{ NODE_ENV: 'development', TLS_MODE: 'off', DATA_DIR: folder, DATABASE_URL: at, LOG_LEVEL: 'error' },
      ...{ AUTH_URL: authUrl, MOBILE_URL: mobileUrl, MANAGEMENT_URL: managementUrl, IDV_URL: idvUrl },
      ...{ ENCRYPTION_KEYS: encryptionKeys, SURFACES: 'auth,mobile' },
    };
    other = await Program.start(env).ready();
  });
  afterAll(async () => {
    await other.end();
    await here.close();
    await database.release();
    rmSync(folder, { recursive: true, force: true });
  });

  it('that one was asked for, and the other has answered, gives its tokens at the first', async () => {
    const asking = await Asking.with(here);
    const request = await asking.ask();
    const body = await answerOf(asking, uuidOf(request));
    const answer = await post(there(), asking, body);
    expect(answer.body.response.StatusCode).toBe(100);
    expect(await asking.result(request)).toHaveProperty('access_token');
  });

  it('gives its tokens although the process that took the answer was killed at once', async () => {
    const asking = await Asking.with(here);
    const request = await asking.ask();
    const body = await answerOf(asking, uuidOf(request));
    const answer = await post(there(), asking, body);
    expect(await other.end('SIGKILL')).toBe('SIGKILL');
    expect(answer.body.response.StatusCode).toBe(100);
    expect(await asking.result(request)).toHaveProperty('access_token');
    other = await Program.start(env).ready();
  });

  it('is open or answered, and nothing between, where the process is killed while the answer is on its way', async () => {
    const asking = await Asking.with(here);
    const request = await asking.ask();
    const body = await answerOf(asking, uuidOf(request));
    const sent = post(there(), asking, body).catch(() => undefined);
    expect(await other.end('SIGKILL')).toBe('SIGKILL');
    await sent;
    // The phone has no answer, so it sends the same again.
    const again = await post(here, asking, body);
    expect(again.status).toBeLessThan(500);
    expect(await asking.result(request)).toHaveProperty('access_token');
    other = await Program.start(env).ready();
  });
});

async function answerOf(asking: Asking, notificationID: string): Promise<object> {
  const { actions } = await seenBy(asking.phone, notificationID);
  const response: string = actions[0].action;
  return { notificationID, response, signature: await signed(asking.phone, notificationID, response) };
}

const post = async (running: TestApplication, { phone }: Asking, body: object): Promise<any> =>
  callApi(running, 'mobile', 'POST', '/mobile/v1/UpdateNotification', body, {
    authorization: `Bearer ${await phone.token()}`,
  });
