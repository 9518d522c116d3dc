import type { UserRef } from '../../../src/users/contract/index.js';
import { acrOf, newId } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { TestDevice } from '../../support/devices.js';
import { Someone } from '../../support/leveled-user.js';
import type { Phone } from '../../support/phone.js';
import { PASSWORD } from '../../support/signing-in.js';
import { portalOf } from '../../support/tokens.js';

const OLD_LOGIN = () => Math.floor(Date.now() / 1000) - 86_400;

/** A phone that is not registered yet, with the token of a sign-in by password. */
class NewPhone {
  constructor(
    readonly running: TestApplication,
    readonly app: Phone,
    readonly device = new TestDevice(),
  ) {}

  async asks(): Promise<any> {
    return this.#data('RequestDeviceApproval', this.#named());
  }

  async registers(device = this.device): Promise<any> {
    return this.registersWith((await this.#data('BeginDevice')).nonce, device);
  }

  async registersWith(nonce: string, device = this.device): Promise<any> {
    const proof = await device.proof({ sub: this.app.user.sub, aud: this.running.config.mobileUrl, nonce });
    return this.#data('RegisterDevice', { ...this.#named(device), proof });
  }

  async #data(operation: string, given?: object): Promise<any> {
    return (await this.app.byHttp(operation, given)).event?.response.ResponseData;
  }

  #named = ({ publicKey } = this.device) => ({ name: 'Jane’s  new\u00a0phone', platform: 'android', publicKey });
}

/** How a new phone is approved on one that the user has. */
export function newPhone(running: () => TestApplication): void {
  const db = () => running().app.get(Database);
  const ask = async (someone: Someone) => (await someone.askedOnPhone())[0];
  const countsOf = async ({ sub }: Pick<UserRef, 'sub'>) =>
    (
      await db().rows<{ counts: boolean }>(
        `SELECT second_factor AS counts FROM users.device WHERE sub = $1 AND status = 'ACTIVE' ORDER BY device_id`,
        [sub],
      )
    ).map(({ counts }) => counts);

  function signsIn(someone: Someone, authTime = OLD_LOGIN(), device?: TestDevice): NewPhone {
    const app = someone.phone!.another({ gid: newId(), auth_time: authTime, acr: acrOf(1) });
    return new NewPhone(running(), app, device);
  }

  async function adding(authTime?: number): Promise<[Someone, NewPhone]> {
    const someone = await Someone.with(running(), { phone: true });
    return [someone, signsIn(someone, authTime)];
  }

  describe('A new phone', () => {
    it('is registered by an approval on the old one, however old the sign-in, and counts as a second factor', async () => {
      const [someone, phone] = await adding();
      expect(await phone.registers()).toEqual({ reason: 'step_up' });
      const { number, expires_at: until, devices } = await phone.asks();
      expect([number, devices]).toEqual([expect.stringMatching(/^\d\d$/), ['Phone']]);
      expect(Date.parse(until)).toBeGreaterThan(Date.now());
      const { body, actions } = await ask(someone);
      expect(actions.map(({ action }: { action: string }) => action)).toContain(`number.${number}`);
      const { subject, message } = body.find(({ lng }: { lng: string }) => lng === 'en');
      expect(subject).toBe('Are you adding a phone?');
      expect(message).toContain('New phone: Jane’s new phone (Android)\nApplication: ');
      expect(await phone.registers()).toEqual({ reason: 'waiting' });
      await someone.chooses(number);
      expect(await phone.registers(new TestDevice())).toEqual({ reason: 'step_up' }); // not the key that was approved
      const [one, other] = await Promise.all([phone.registers(), phone.registers()]);
      expect([one, other].filter(({ device_id: id }) => id)).toHaveLength(1);
      expect(await countsOf(someone)).toEqual([true, true]);
    });

    it('keeps its approval when its registration fails', async () => {
      const [someone, phone] = await adding();
      await someone.chooses((await phone.asks()).number);
      expect(await phone.registersWith('a nonce of nobody')).toEqual({ reason: 'signature' });
      expect(await phone.registers()).toEqual({ device_id: expect.any(String) });
      expect(await countsOf(someone)).toEqual([true, true]);
    });

    it('is not registered by a wrong number, by “It wasn’t me”, by nobody’s answer, or by another user’s approval', async () => {
      const [someone, phone] = await adding();
      const { number } = await phone.asks();
      const wrong = (await ask(someone)).actions.find(({ action }: any) => action !== `number.${number}`).action;
      await someone.chooses(wrong);
      expect(await phone.registers()).toEqual({ reason: 'approval' });
      await phone.asks();
      await db().rows('UPDATE auth.number_approval SET expires_at = now() WHERE outcome IS NULL');
      expect(await phone.registers()).toEqual({ reason: 'approval' });
      await phone.asks();
      await someone.chooses('fraud'); // this ends the tokens of the new phone
      expect(await signsIn(someone, OLD_LOGIN(), phone.device).registers()).toEqual({ reason: 'approval' });
      const [, stranger] = await adding();
      const [approved, theirs] = await adding();
      const shown = await theirs.asks();
      await approved.chooses(shown.number);
      expect(await stranger.registers(theirs.device)).toEqual({ reason: 'step_up' });
      expect(await countsOf(someone)).toEqual([true]);
    });

    it('loses its tokens when the user of the old one says that it is not theirs', async () => {
      const [someone, phone] = await adding();
      const authorization = `Bearer ${await phone.app.token()}`;
      await phone.asks();
      await someone.chooses('fraud');
      const status = async () => (await phone.app.post('BeginDevice', {}, { authorization })).status;
      while ((await status()) !== 401) await new Promise((resolve) => setTimeout(resolve, 20));
    });

    it('is asked about three times in ten minutes, and not at all where no phone can answer', async () => {
      const [, phone] = await adding();
      for (let times = 0; times < 3; times++) expect(await phone.asks()).toHaveProperty('number');
      expect(await phone.asks()).toMatchObject({ reason: 'too_many' });
      const alone = await Someone.with(running());
      const first = new NewPhone(running(), await alone.appOnPhone());
      expect(await first.asks()).toMatchObject({ reason: 'invalid' });
    });

    it('needs the approval where the enterprise demands it, though the password was just entered', async () => {
      const administrator = await portalOf(running(), { scopes: ['enterprises:write'], administrator: true });
      const demand = (newDevice: string) => administrator.patch('/v1/enterprises/default', { signIn: { newDevice } });
      expect((await demand('approval')).body.signIn.newDevice).toBe('approval');
      const [someone, phone] = await adding(Math.floor(Date.now() / 1000));
      const refused = await phone.registers();
      await someone.chooses((await phone.asks()).number);
      const registered = await phone.registers();
      const alone = await Someone.with(running());
      const first = await new NewPhone(running(), await alone.appOnPhone()).registers();
      await demand('login');
      expect([refused, registered, first]).toEqual([
        { reason: 'approval' },
        { device_id: expect.any(String) },
        { device_id: expect.any(String) },
      ]);
    });
  });

  describe('A phone that counts as a second factor', () => {
    it('hands that on to the new key of its own app, and to no other', async () => {
      const someone = await Someone.with(running());
      const app = (await someone.appOnPhone()).another({ gid: newId() });
      for (let times = 0; times < 2; times++)
        expect(await new NewPhone(running(), app).registers()).toHaveProperty('device_id');
      await new NewPhone(running(), app.another({ gid: newId() })).registers();
      expect(await countsOf(someone)).toEqual([true, true, false]);
    });

    it('is not removed by a stolen password, which would then be all that there is', async () => {
      const someone = await Someone.with(running(), { phone: true });
      const { deviceId: deviceID } = someone.phone!;
      const removes = (phone: Phone) => phone.post('RemoveDevice', { deviceID });
      const refused = await removes(someone.phone!.another({ gid: newId(), acr: acrOf(1) }));
      const challenge = 'error="insufficient_user_authentication"';
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining(challenge),
      ]);
      expect(await countsOf(someone)).toEqual([true]);
      const { person, userId: login } = someone;
      await person.send(await person.open('/service/account/'), '/account/login', { login, password: PASSWORD });
      const page = await person.send(await person.open('/service/account/'), '/devices/remove');
      expect(page.html).toContain('first approve it on your phone');
      expect(await countsOf(someone)).toEqual([true]);
      const approved = await someone.approves(page, '/approval');
      expect((await person.send(approved, '/devices/remove')).html).toContain('The device was removed.');
      expect(await countsOf(someone)).toEqual([]);
    });

    it('is removed by a sign-in of level 2', async () => {
      const someone = await Someone.with(running(), { phone: true });
      const { deviceId: deviceID } = someone.phone!;
      const removes = (phone: Phone) => phone.post('RemoveDevice', { deviceID });
      expect((await removes(someone.phone!.another({ gid: newId(), acr: acrOf(2) }))).status).toBe(200);
      expect(await countsOf(someone)).toEqual([]);
    });
  });
}
