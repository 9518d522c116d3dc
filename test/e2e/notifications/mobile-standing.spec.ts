import { setTimeout as sleep } from 'node:timers/promises';
import { checkEvidence } from '@countersign/evidence';
import { Authenticator } from '../../support/authenticator.js';
import { moveClock } from '../../support/clock.js';
import { meetAt, waiting } from '../../support/held-locks.js';
import { Phone } from '../../support/phone.js';
import { callApi } from '../../support/tokens.js';
import { signed } from '../../support/signed-answer.js';
import { ask, dataOf, mobile, statusOf, told, ways } from './mobile.js';

/** What was in order when a call began may not be so any more when its answer is written. */
describe('Standing', () => {
  let users = 0;
  const phoneOf = async () => (await Phone.of(mobile.running, `standing${users++}`)).registered();
  const published = async () => (await callApi(mobile.running, 'auth', 'GET', '/.well-known/evidence-keys.json')).body;

  describe.each(ways)('Meanwhile, %s', (way) => {
    it.each(['REMOVED', 'BLOCKED'])('a device that is %s while it answers signs no more', async (status) => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user, { ds_required: true });
      const signature = await signed(phone, uuid, 'accept');
      const lock = {
        sql: `UPDATE users.device SET status = '${status}' WHERE device_id = $1`,
        params: [phone.deviceId],
      };
      const [outcome] = await meetAt(mobile.running, lock, [
        () => phone[way]('UpdateNotification', { notificationID: uuid, response: 'accept', signature }),
      ]);
      expect(told(outcome!)).toBe('4 signature');
      expect(await statusOf(uuid)).toMatchObject({ status: 'ACTIVE', signing_status: 'NA' });
    });

    it('a device that is removed during a step-up signs no more, and one whose clock is slow does', async () => {
      const actions = [{ label: 'Pay', action: 'pay', authlevel: 3 }];
      for (const end of ['removed', 'slow']) {
        const phone = await phoneOf();
        await phone.another().registered();
        const passkey = await Authenticator.registered(mobile.running, phone.user.sub);
        const uuid = await ask(phone.user, { ds_required: true, actions });
        const { step_up_id, methods } = dataOf(await phone[way]('BeginStepUp', [uuid, 'pay']));
        const assertion = JSON.parse(passkey.answer(methods[0].options.challenge));
        // Five minutes and two seconds old when the step-up is done.
        const iat = Math.floor(Date.now() / 1000) - (end === 'slow' ? 292 : 0);
        const signature = await signed(phone, uuid, 'pay', { iat });
        const outcome = await during(
          step_up_id,
          async () => {
            const path = `/v1/users/${phone.user.userId}/devices/${phone.deviceId}`;
            if (end === 'removed') expect((await mobile.portal.delete(path)).status).toBe(204);
            else moveClock(mobile.running.app, 10_000);
            return () => (end === 'slow' ? moveClock(mobile.running.app, -10_000) : undefined);
          },
          () =>
            phone[way]('UpdateNotification', {
              ...{ notificationID: uuid, response: 'pay', signature },
              stepUp: { step_up_id, type: 'passkey', assertion },
            }),
        );
        expect(told(outcome)).toBe(end === 'slow' ? '100' : '4 signature');
        const status = await statusOf(uuid);
        expect(status.status).toBe(end === 'slow' ? 'UPDATED' : 'ACTIVE');
        if (end === 'removed') continue;
        const report = await checkEvidence(JSON.stringify(status.evidence), await published());
        expect(report).toMatchObject({ valid: true });
      }
    });

    it.each(['BLOCKED', 'PAUSED'])('a user who is %s while they answer or dismiss is told 141', async (status) => {
      const phone = await phoneOf();
      const [answered, dismissed] = [await ask(phone.user), await ask(phone.user)];
      const lock = { sql: `UPDATE users."user" SET status = '${status}' WHERE sub = $1`, params: [phone.user.sub] };
      const outcomes = await meetAt(mobile.running, lock, [
        () => phone[way]('UpdateNotification', [answered, 'accept']),
        () => phone[way]('DismissNotification', [dismissed]),
      ]);
      expect(outcomes.map(told)).toEqual(['141 blocked', '141 blocked']);
      expect([await statusOf(answered), await statusOf(dismissed)]).toMatchObject([
        { status: 'ACTIVE' },
        { status: 'ACTIVE' },
      ]);
    });
  });
});

/** Calls, and does something else when the call has come to its step-up. */
async function during<T>(stepUpId: string, meanwhile: () => Promise<() => void>, call: () => Promise<T>): Promise<T> {
  const holder = await mobile.running.database.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM notifications.step_up WHERE step_up_id = $1 FOR UPDATE', [stepUpId]);
    const outcome = call();
    while ((await waiting(holder)) === 0) await sleep(5);
    const back = await meanwhile();
    await holder.query('COMMIT');
    return await outcome.finally(back);
  } finally {
    await holder.end();
  }
}
