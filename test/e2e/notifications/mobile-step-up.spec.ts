import { FaceModel } from '@countersign/identity-engine';
import { PasswordStore } from '../../../src/auth/credentials/passwords/password.store.js';
import { FaceTemplateRepository } from '../../../src/idv/faces/face-template.repository.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { newId } from '../../../src/shared/kernel/index.js';
import { Authenticator } from '../../support/authenticator.js';
import { Phone } from '../../support/phone.js';
import { hashOfPassword, PASSWORD } from '../../support/signing-in.js';
import { ask, dataOf, mobile, statusOf, told, ways } from './mobile.js';

describe('Step-up', () => {
  let users = 0;
  const actions = [0, 1, 3, 4].map((authlevel) => ({
    label: `Level ${authlevel}`,
    action: `level${authlevel}`,
    authlevel,
  }));

  async function phoneOf({ password = false, firstParty = true } = {}): Promise<Phone> {
    const phone = await Phone.of(mobile.running, `stepper${users++}`, {}, { firstParty });
    if (password) {
      const { app } = mobile.running;
      const hash = await hashOfPassword(mobile.running);
      await app.get(UnitOfWork).run((tx) => app.get(PasswordStore, { strict: false }).set(tx, phone.user.sub, hash));
    }
    return phone;
  }
  const keepFaceOf = async ({ user }: Phone): Promise<void> => {
    const { app } = mobile.running;
    const { model, values } = { model: FaceModel.dlib.name, values: Array<number>(128).fill(0) };
    const session = { ...user, settings: { matchThreshold: 0.8 } };
    const templates = app.get(FaceTemplateRepository, { strict: false });
    await app.get(UnitOfWork).run((tx) => templates.put(tx, session as never, { model, values }, new Date()));
  };
  const passkeyOf = (phone: Phone) => Authenticator.registered(mobile.running, phone.user.sub);

  describe.each(ways)('A step-up %s', (way) => {
    const begin = (phone: Phone, uuid: string, response: string) => phone[way]('BeginStepUp', [uuid, response]);
    const answer = async (phone: Phone, uuid: string, response: string, stepUp?: object) =>
      told(await phone[way]('UpdateNotification', { notificationID: uuid, response, stepUp }));
    const begun = async (phone: Phone, response: string) => {
      const uuid = await ask(phone.user, { actions });
      const data = dataOf(await begin(phone, uuid, response));
      return { uuid, data, id: data.step_up_id };
    };
    const passkey = (device: Authenticator, data: any) => ({
      step_up_id: data.step_up_id,
      type: 'passkey',
      assertion: JSON.parse(device.answer(data.methods.find(({ type }: any) => type === 'passkey').options.challenge)),
    });

    it('offers what the user has, and what the level takes', async () => {
      const phone = await phoneOf({ password: true });
      await passkeyOf(phone);
      const { data } = await begun(phone, 'level1');
      expect(data).toEqual({
        step_up_id: expect.stringMatching(/^[\da-f-]{36}$/),
        expires_at: expect.stringMatching(/Z$/),
        methods: [{ type: 'passkey', options: expect.objectContaining({ rpId: 'auth.test' }) }, { type: 'password' }],
        attempts_left: 5,
      });
      expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(100_000);
      const types = async (response: string) =>
        (await begun(phone, response)).data.methods?.map(({ type }: any) => type);
      expect(await types('level3')).toEqual(['passkey']);
      const uuid = await ask(phone.user, { actions });
      expect(told(await begin(phone, uuid, 'level4'))).toBe('102 step_up');
      expect(told(await begin(phone, uuid, 'level0'))).toBe('4 invalid');
      expect(told(await begin(phone, uuid, 'level9'))).toBe('4 invalid');
    });

    it('offers no password to clients that are not of the enterprise itself, and takes none', async () => {
      const phone = await phoneOf({ password: true, firstParty: false });
      await passkeyOf(phone);
      const { uuid, data, id } = await begun(phone, 'level1');
      expect(data.methods.map(({ type }: any) => type)).toEqual(['passkey']);
      expect(await answer(phone, uuid, 'level1', { step_up_id: id, type: 'password', password: PASSWORD })).toBe(
        '102 step_up',
      );
    });

    it('that the user cannot make is named in the list before the question is answered', async () => {
      const unmet = async (phone: Phone) => {
        const { notifications } = dataOf(await phone[way]('GetNotifications', [0, '', 1, '', '']));
        return notifications[0].unmet_actions;
      };
      const phone = await phoneOf({ password: true });
      await ask(phone.user, { actions });
      expect(await unmet(phone)).toEqual(['level3', 'level4']);
      await passkeyOf(phone);
      expect(await unmet(phone)).toEqual(['level4']);
      await keepFaceOf(phone);
      expect(await unmet(phone)).toBeUndefined();
      const foreign = await phoneOf({ password: true, firstParty: false });
      await ask(foreign.user, { actions });
      expect(await unmet(foreign)).toEqual(['level1', 'level3', 'level4']);
    });

    it('asks by face for the same moves however often it is begun, and for others after a wrong try', async () => {
      const phone = await phoneOf();
      await keepFaceOf(phone);
      const ids: string[] = [];
      const moves = async (uuid: string): Promise<string> => {
        const { step_up_id, methods } = dataOf(await begin(phone, uuid, 'level4'));
        ids.push(step_up_id);
        return `${methods[0].type}: ${methods[0].steps.join()}`;
      };
      const uuid = await ask(phone.user, { actions });
      const again = [await moves(uuid), await moves(uuid), await moves(uuid)];
      expect(again).toEqual(Array(3).fill(expect.stringMatching(/^face: look_straight,(?:\w+,){2}\w+$/)));
      expect(new Set(again).size).toBe(1);
      const others = new Set<string>();
      for (let wrong = 0; wrong < 4; wrong++) {
        const stepUp = { step_up_id: ids.at(-1), type: 'face', frames: [] };
        expect(await answer(phone, uuid, 'level4', stepUp)).toBe('102 step_up');
        others.add(await moves(uuid));
      }
      expect(others.size).toBeGreaterThan(1);
    });

    it('cannot be offered to who has nothing', async () => {
      const phone = await phoneOf();
      const outcome = await begin(phone, await ask(phone.user, { actions }), 'level1');
      expect([told(outcome), dataOf(outcome).methods]).toEqual(['102 step_up', []]);
    });

    it.each([1, 3, 4])('is missing for level %s: nothing changes', async (level) => {
      const phone = await phoneOf({ password: true });
      const uuid = await ask(phone.user, { actions });
      for (const stepUp of [
        undefined,
        {},
        { step_up_id: 7 },
        { step_up_id: newId(), type: 'passkey', assertion: {} },
      ]) {
        expect(await answer(phone, uuid, `level${level}`, stepUp)).toBe('102 step_up');
      }
      expect((await statusOf(uuid)).status).toBe('ACTIVE');
      expect(await answer(phone, uuid, 'level0')).toBe('100');
    });

    it('lets the answer count by password', async () => {
      const phone = await phoneOf({ password: true });
      const { uuid, id } = await begun(phone, 'level1');
      expect(await answer(phone, uuid, 'level1', { step_up_id: id, type: 'password', password: PASSWORD })).toBe('100');
      expect((await statusOf(uuid)).action_response).toBe('level1');
    });

    it.each(['level1', 'level3'])('lets the answer count by passkey: %s', async (response) => {
      const phone = await phoneOf();
      const device = await passkeyOf(phone);
      const { uuid, data } = await begun(phone, response);
      expect(await answer(phone, uuid, response, passkey(device, data))).toBe('100');
    });

    it('is good once, for one answer to one notification, and for its user', async () => {
      const phone = await phoneOf({ password: true });
      const stepUp = (id: string) => ({ step_up_id: id, type: 'password', password: PASSWORD });
      const first = await begun(phone, 'level1');
      const second = await ask(phone.user, { actions });
      expect(await answer(phone, second, 'level1', stepUp(first.id))).toBe('102 step_up');
      expect(await answer(phone, first.uuid, 'level1', stepUp(first.id))).toBe('102 step_up');
      const thief = await phoneOf({ password: true });
      const third = await begun(phone, 'level1');
      const own = await ask(thief.user, { actions });
      expect(await answer(thief, own, 'level1', stepUp(third.id))).toBe('102 step_up');
      const used = { ...third, again: await ask(phone.user, { actions }) };
      expect(await answer(phone, used.uuid, 'level1', stepUp(used.id))).toBe('100');
      expect(await answer(phone, used.again, 'level1', stepUp(used.id))).toBe('102 step_up');
    });

    it('is not good when it is of another level', async () => {
      const phone = await phoneOf({ password: true });
      await passkeyOf(phone);
      const { uuid, id } = await begun(phone, 'level3');
      expect(await answer(phone, uuid, 'level3', { step_up_id: id, type: 'password', password: PASSWORD })).toBe(
        '102 step_up',
      );
    });

    it('is over after two minutes', async () => {
      const phone = await phoneOf({ password: true });
      const { uuid, id } = await begun(phone, 'level1');
      await mobile.running.app
        .get(Database)
        .rows(`UPDATE notifications.step_up SET expires_at = now() WHERE step_up_id = $1`, [id]);
      expect(await answer(phone, uuid, 'level1', { step_up_id: id, type: 'password', password: PASSWORD })).toBe(
        '102 step_up',
      );
    });

    it('is wrong by a passkey of another user, of another challenge, or without verification', async () => {
      const phone = await phoneOf();
      const device = await passkeyOf(phone);
      const strange = await passkeyOf(await phoneOf());
      const first = await begun(phone, 'level3');
      expect(await answer(phone, first.uuid, 'level3', passkey(strange, first.data))).toBe('102 step_up');
      const second = await begun(phone, 'level3');
      const replayed = { ...passkey(device, first.data), step_up_id: second.id };
      expect(await answer(phone, second.uuid, 'level3', replayed)).toBe('102 step_up');
      const third = await begun(phone, 'level3');
      for (const assertion of [null, {}, 'x', { id: 'x' }]) {
        const given = { step_up_id: third.id, type: 'passkey', assertion };
        expect(await answer(phone, third.uuid, 'level3', given)).toBe('102 step_up');
      }
    });

    it('that is wrong five times blocks the user', async () => {
      const phone = await phoneOf({ password: true });
      const [outcomes, left]: [string[], unknown[]] = [[], []];
      for (let count = 0; count < 6; count++) {
        const uuid = await ask(phone.user, { actions }).catch(() => undefined);
        const data = uuid && dataOf(await begin(phone, uuid, 'level1'));
        const id = data?.step_up_id;
        left.push(data?.attempts_left);
        const stepUp = { step_up_id: id ?? newId(), type: 'password', password: 'wrong' };
        outcomes.push(await answer(phone, uuid ?? newId(), 'level1', stepUp));
      }
      expect(outcomes.slice(0, 5)).toEqual([...Array(4).fill('102 step_up'), '153 step_up']);
      expect(left.slice(0, 5)).toEqual([5, 4, 3, 2, 1]);
      expect(['141 blocked', 'error 141']).toContain(outcomes[5]);
    });
  });
});
