import { randomUUID } from 'node:crypto';
import { ApprovalDevice, type ApprovalRequest } from '../../auth/contract/index.js';
import { Phone } from '../../../test/support/phone.js';
import { signed } from '../../../test/support/signed-answer.js';
import { activeUser } from '../../../test/support/devices.js';
import { shared } from '../../../test/e2e/notifications/shared.js';

const request = (): ApprovalRequest => ({
  requestId: randomUUID(),
  clientId: 'shop',
  actions: [
    { label: '21', action: 'number.21', authlevel: 0 },
    { label: 'No', action: 'fraud', authlevel: 0 },
  ],
  texts: [{ lng: 'en', subject: 'Are you signing in?', message: 'To: Shop' }],
  hint: null,
  expiresInSeconds: 60,
});

describe('An approval on the phone', () => {
  const someId = () => `approval-${randomUUID().slice(0, 8)}`;
  const device = () => shared.running.app.get(ApprovalDevice);
  const answers = async (phone: Phone, uuid: string, response: string) =>
    phone.post('UpdateNotification', {
      notificationID: uuid,
      response,
      signature: await signed(phone, uuid, response),
    });
  let phone: Phone;
  beforeAll(async () => {
    phone = await (await Phone.of(shared.running, await activeUser(shared.running, someId()))).registered();
  });

  it('tells the action that the user has signed, and the device', async () => {
    const uuid = await device().ask(phone.user, request());
    expect(await device().outcome(phone.user, uuid)).toEqual({ state: 'open' });
    await answers(phone, uuid, 'number.21');
    expect(await device().outcome(phone.user, uuid)).toEqual({
      ...{ state: 'answered', action: 'number.21', deviceId: phone.deviceId },
      ...{ answeredAt: expect.any(Date), evidenceDigest: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  it('is asked once, however often it is asked with the same id', async () => {
    const asked = request();
    const [one, other] = await Promise.all([0, 1].map(() => device().ask(phone.user, asked)));
    expect(other).toBe(one);
  });

  it('ends when it is cancelled, also twice, and tells nothing to another user', async () => {
    const uuid = await device().ask(phone.user, request());
    const stranger = await activeUser(shared.running, someId());
    expect(await device().outcome(stranger, uuid)).toEqual({ state: 'ended' });
    await device().cancel(phone.user, uuid);
    await device().cancel(phone.user, uuid);
    expect(await device().outcome(phone.user, uuid)).toEqual({ state: 'ended' });
  });

  it('needs a device that can sign', async () => {
    expect(await device().devicesOf(phone.user)).toHaveLength(1);
    const nobody = await activeUser(shared.running, someId());
    expect(await device().devicesOf(nobody)).toEqual([]);
    await expect(device().ask(nobody, request())).rejects.toThrow('no device that can sign');
  });
});
