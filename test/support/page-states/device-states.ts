import type { Page } from 'playwright-core';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { active, application, PASSWORD } from '../signing-in.js';
import { LONG_NAME, type PageState, type Scene, send, someId } from './scene.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Opens the page of a user who has entered the code shown on a television. */
async function asked({ bank }: Scene, page: Page, clientName: string): Promise<void> {
  const television: Client = await application(bank.running, {
    ...{ clientName, grantTypes: [DEVICE_GRANT], redirectUris: [], postLogoutRedirectUris: [] },
  });
  const answer = await page.request.post(bank.address('/service/authserver/oauth/device-authorization'), {
    form: { client_id: television.clientId, scope: 'openid' },
  });
  const { user_code: code } = (await answer.json()) as { user_code: string };
  await page.goto(bank.address(`/device?user_code=${code}`));
  await page.click('main form button');
  await page.waitForSelector('button[name=confirm]');
}

export const deviceStates = {
  device: ({ bank }, page) => page.goto(bank.address('/device')),
  'device-wrong': async ({ bank }, page) => {
    await page.goto(bank.address('/device'));
    await page.fill('#user_code', 'BCDF-GHJK');
    await page.click('main form button');
    await page.waitForSelector('.note.bad');
  },
  'device-ask': (scene, page) => asked(scene, page, 'Harbour Television'),
  'device-ask-long-client': (scene, page) => asked(scene, page, LONG_NAME),
  'device-done': async (scene, page) => {
    const userId = someId();
    await active(scene.bank.running, userId);
    await asked(scene, page, 'Harbour Television');
    await page.click('button[name=confirm]');
    await send(page, '/login', { login: userId, password: PASSWORD });
    await page.waitForSelector('.symbol.done');
  },
} satisfies Record<string, PageState>;
