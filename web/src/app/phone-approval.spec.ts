/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import { CountersignError, type ErrorCode } from '@countersign/client';
import { Phone } from './phone.js';
import { PhoneApproval } from './phone-approval.js';
import { DEVICE, FakeClient, SESSION } from './testing/fake-client.js';

describe('The approval of a new phone', () => {
  const MINUTE = 60_000;
  let client: FakeClient;
  let phone: Phone;
  let approval: PhoneApproval;
  let answers: ((answer: 'yes' | ErrorCode) => void)[];

  beforeEach(async () => {
    localStorage.clear();
    client = Object.assign(new FakeClient(), { session: SESSION, registered: null });
    phone = new Phone(client);
    await phone.start(undefined);
    approval = new PhoneApproval(phone, 0);
    answers = [];
    client.device.requestApproval = () => Promise.resolve(question(Date.now() + 2 * MINUTE));
  });

  const question = (until: number) => ({
    number: '47',
    devices: ['Old phone'],
    expiresAt: new Date(until),
    registered: () =>
      new Promise<typeof DEVICE>((resolve, reject) =>
        answers.push((answer) => (answer === 'yes' ? resolve(DEVICE) : reject(new CountersignError(answer, answer)))),
      ),
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  const asks = async () => {
    void approval.ask();
    await settled();
  };
  const answered = async (answer: 'yes' | ErrorCode) => {
    answers.shift()?.(answer);
    await settled();
  };

  it('shows the number, and makes this the device of its user once it is approved, through gaps of the network', async () => {
    await asks();
    expect(approval.state.value).toMatchObject({ state: 'waiting', approval: { number: '47' } });
    await answered('offline');
    await answered('unavailable');
    expect(approval.state.value.state).toBe('waiting');
    await answered('yes');
    expect([approval.state.value.state, phone.device.value]).toEqual(['none', DEVICE]);
  });

  it('says whether it was refused, not answered, or cancelled here, and may be asked for again', async () => {
    await asks();
    await answered('approval_needed');
    expect(approval.state.value).toEqual({ state: 'over', why: 'refused' });
    client.device.requestApproval = () => Promise.resolve(question(Date.now()));
    await asks();
    await answered('approval_needed');
    expect(approval.state.value).toEqual({ state: 'over', why: 'expired' });
    await asks();
    approval.cancel();
    await answered('approval_needed');
    expect(approval.state.value).toEqual({ state: 'over', why: 'cancelled' });
    await asks();
    expect(approval.state.value.state).toBe('waiting');
  });

  it('says by the clock of the service whether it was refused or not answered', async () => {
    const [hour, until] = [60 * MINUTE, Date.now() + 62 * MINUTE];
    client.device.requestApproval = () => Promise.resolve(question(until));
    for (const [ahead, why] of [
      [hour, 'refused'],
      [hour + 2 * MINUTE, 'expired'],
    ] as const) {
      client.ahead = ahead;
      await asks();
      await answered('approval_needed');
      expect(approval.state.value).toEqual({ state: 'over', why });
    }
  });

  it('says that no other phone can approve, and why it could not be asked', async () => {
    client.device.requestApproval = () => Promise.reject(new CountersignError('invalid', 'No'));
    await asks();
    expect(approval.state.value).toEqual({ state: 'over', why: 'nobody' });
    client.device.requestApproval = () => Promise.reject(new CountersignError('too_many', 'Wait a moment.'));
    await asks();
    expect(approval.state.value).toEqual({ state: 'failed', message: 'Wait a moment.' });
  });

  it('tells a user who was signed out meanwhile that it may have been reported', async () => {
    await asks();
    client.tell('session', null);
    expect(phone.note.value).toMatch('“It wasn’t me” was chosen on your other phone');
    await answered('signed_out');
    expect(approval.state.value.state).toBe('none');
  });

  it.each([
    ['signs out', () => phone.signOut()],
    ['puts off the registration', async () => phone.putOffRegistration()],
  ])('is over when the user %s', async (_what, leave) => {
    await asks();
    await leave();
    expect([approval.state.value.state, phone.note.value]).toEqual(['none', '']);
  });
});
