/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import { type ActiveNotification, CountersignError, type ListOptions } from '@countersign/client';
import { announcement } from './announce.js';
import { Phone } from './phone.js';
import { askUser } from './step-up/step-ups.js';
import { now } from './time.js';
import { DEVICE, FakeClient, question, SESSION } from './testing/fake-client.js';

let client: FakeClient;
let phone: Phone;

beforeEach(() => {
  localStorage.clear();
  client = new FakeClient();
  phone = new Phone(client);
});

const shown = () => (phone.requests.value.state === 'ready' ? phone.requests.value.items : []);
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** With `late`, the answers of a call are read at once, and reach the phone only after `arrive` is called. */
function arrival() {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const late =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await call(...given);
      await arrived;
      return answer;
    };
  return { arrive, late };
}

async function signedIn(): Promise<void> {
  client.session = SESSION;
  await phone.start(undefined);
}

describe('A phone', () => {
  it('takes up the session of an earlier visit, with its device, and reads the list', async () => {
    client.active = [question()];
    await signedIn();
    expect(phone.session.value).toBe(SESSION);
    expect(phone.device.value).toBe(DEVICE);
    expect(shown()).toEqual(client.active);
    expect(client.called('connect')).toHaveLength(1);
  });

  it('says once of a device that was registered before that its user types numbers', async () => {
    client.fail('offline');
    await signedIn();
    await settled();
    await phone.start(undefined);
    await settled();
    await phone.start(undefined);
    await settled();
    expect(client.called('setTypesNumbers').slice(-2)).toEqual([[true]]);
  });

  it('hands the number that was typed to the step-up that asks for it, and notes when it was wrong', async () => {
    await signedIn();
    const asked = { notification: question(), response: 'number.typed', expiresAt: new Date() };
    const number = [{ type: 'number', digits: 2 }] as const;
    await phone.answer(question(), 'number.typed', '07');
    expect(await askUser({ ...asked, methods: number })).toEqual({ type: 'number', number: '07' });
    expect(phone.wrongNumber.value).toBeUndefined();
    client.fail('step_up');
    await expect(phone.answer(question(), 'number.typed', '08')).rejects.toThrow();
    expect(phone.wrongNumber.value).toBe('n-1');
    await phone.answer(question(), 'accept');
    expect(await askUser({ ...asked, methods: number })).toBeNull();
  });

  it('comes back from the login page by its address', async () => {
    await phone.start('https://app.example/app/?code=c&state=s');
    expect(client.called('finishSignIn')).toEqual([['https://app.example/app/?code=c&state=s']]);
    expect(client.called('restore')).toEqual([]);
    expect(phone.session.value).toBe(SESSION);
  });

  it('says why a sign-in came to nothing', async () => {
    client.fail('login_required', 'Sign in again.');
    await phone.start('https://app.example/app/?error=login_required&state=s');
    expect([phone.session.value, phone.note.value]).toEqual([null, 'Sign in again.']);
  });

  it('says nothing of a sign-in that was called off on the login page', async () => {
    client.fail('login_required', 'Sign in again.', 'access_denied');
    await phone.start('https://app.example/app/?error=access_denied&state=s');
    expect([phone.session.value, phone.note.value]).toEqual([null, '']);
  });

  it('asks for a new login where a device is to be registered', async () => {
    await phone.signInUrl(true);
    expect(client.called('beginSignIn')[0]?.[0]).toMatchObject({ prompt: 'login' });
  });

  it('takes away what has ended anywhere, and reads what is new', async () => {
    client.active = [question(), question({ notification_uuid: 'n-2' })];
    await signedIn();
    client.tell('changed', { changes: [{ notification_uuid: 'n-1', status: 'UPDATED' }], reset: false });
    expect(shown().map(({ notification_uuid: uuid }) => uuid)).toEqual(['n-2']);
    expect(phone.ended.value).toEqual({ 'n-1': 'UPDATED' });
    expect(client.called('list')).toHaveLength(1);

    client.active = [question({ notification_uuid: 'n-3' })];
    client.tell('changed', { changes: [{ notification_uuid: 'n-3', status: 'ACTIVE' }], reset: false });
    await settled();
    expect(shown().map(({ notification_uuid: uuid }) => uuid)).toEqual(['n-3']);
    expect(announcement.value).toBe('New request: Confirm your payment');
  });

  it('knows the whole list only when all its parts are read', async () => {
    const all = Array.from({ length: 250 }, (_, n) => question({ notification_uuid: `n-${n}` }));
    client.notifications.list = (options?: ListOptions) => {
      const { start = 1, count = 50 } = options ?? {};
      const items = all.slice(start - 1, start - 1 + Math.min(count, 120));
      return Promise.resolve({ items, start, count: items.length, total: all.length });
    };
    await signedIn();
    expect(phone.requests.value).toMatchObject({ state: 'ready', whole: true });
    expect(shown()).toHaveLength(250);
  });

  it('says why a reading has failed, and what ended the connection', async () => {
    await signedIn();
    client.fail('unavailable', 'Try later.');
    expect(await phone.refresh()).toBe('Try later.');
    expect(await phone.refresh()).toBeUndefined();
    client.tell('error', new CountersignError('blocked', 'You are blocked.'));
    expect(phone.trouble.value).toBe('You are blocked.');
    client.tell('connection', 'online');
    expect(phone.trouble.value).toBe('');
  });

  it('reads the list anew when it has missed too much', async () => {
    await signedIn();
    client.active = [question()];
    client.tell('changed', { changes: [], reset: true });
    await settled();
    expect(shown()).toHaveLength(1);
  });

  it('keeps what it shows when the list cannot be read', async () => {
    client.active = [question()];
    await signedIn();
    client.fail('offline');
    await phone.refresh();
    expect(shown()).toHaveLength(1);
  });

  it('says so when it has nothing to show instead', async () => {
    client.session = SESSION;
    const list = client.notifications.list;
    client.notifications.list = () => {
      client.fail('unavailable', 'Try later.');
      return list();
    };
    await phone.start(undefined);
    expect(phone.requests.value).toEqual({ state: 'failed', message: 'Try later.' });
  });

  it('keeps an answer until its user has seen it, and the question is gone', async () => {
    const item = question();
    client.active = [item];
    await signedIn();
    await phone.answer(item, 'accept');
    expect(shown()).toEqual([]);
    expect(phone.receipt.value).toMatchObject({ notification: item, response: 'accept', signed: true });
  });

  it.each([
    ['its answer', async (item: ActiveNotification) => void (await phone.answer(item, 'accept'))],
    [
      'the message that it was answered elsewhere',
      async ({ notification_uuid }: ActiveNotification) => {
        client.tell('changed', { changes: [{ notification_uuid, status: 'UPDATED' }], reset: false });
      },
    ],
  ])('does not show a question again that a list from before %s contains', async (_, end) => {
    const item = question();
    client.active = [item];
    await signedIn();
    const { arrive, late } = arrival();
    client.notifications.list = late(client.notifications.list);
    const reading = phone.refresh();
    await settled();
    await end(item);
    arrive();
    await reading;
    expect(shown()).toEqual([]);
  });

  it('keeps the question when its answer fails, and sends it once', async () => {
    const item = question();
    client.active = [item];
    await signedIn();
    client.fail('offline');
    await expect(phone.answer(item, 'accept')).rejects.toMatchObject({ code: 'offline' });
    expect(shown()).toEqual([item]);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(client.called('answer')).toHaveLength(1);
  });

  it('forgets everything of a user who is signed out, here or elsewhere', async () => {
    client.active = [question()];
    await signedIn();
    client.tell('session', null);
    expect(phone.session.value).toBeNull();
    expect(phone.requests.value).toEqual({ state: 'loading' });
    expect(phone.note.value).toBe('Your session has ended. Please sign in again.');
  });

  it('goes by the clock of the service', async () => {
    client.now = () => 5_000_000_000_000;
    client.session = { ...SESSION, authTime: 4_999_999_980 };
    await phone.start(undefined);
    expect(now.value).toBe(5_000_000_000_000);
    expect(phone.secondsSinceLogin).toBe(20);
    await phone.answer(question(), 'accept');
    expect(phone.receipt.value?.at).toBe(5_000_000_000_000);
  });

  it('says nothing of an ended session to a user who has signed out here', async () => {
    await signedIn();
    await phone.signOut();
    expect([phone.session.value, phone.note.value]).toEqual([null, '']);
  });

  describe('whose other tab has signed in another user', () => {
    const OTHER = { ...SESSION, userId: 'u-2', sub: '0198c7b0-0000-7000-8000-000000000002', authTime: 1_000 };
    const OTHER_DEVICE = { deviceId: 'd-2', name: 'Phone of both' };

    const become = async (): Promise<void> => {
      client.registered = OTHER_DEVICE;
      client.active = [question({ notification_uuid: 'n-2' })];
      client.tell('session', OTHER);
      await settled();
    };

    it('shows the device and the requests of that user, and connects again', async () => {
      client.active = [question()];
      await signedIn();
      const confirmation = askUser({ notification: question(), response: 'x', methods: [], expiresAt: new Date() });
      await become();
      expect([phone.session.value, phone.device.value]).toEqual([OTHER, OTHER_DEVICE]);
      expect(shown()).toEqual(client.active);
      expect(client.called('connect')).toHaveLength(2);
      expect(phone.note.value).toBe('');
      expect(await confirmation).toBeNull();
    });

    it('counts the time since the login of that user', async () => {
      await phone.start('https://app.example/app/?code=c&state=s');
      await become();
      expect(phone.secondsSinceLogin).toBeGreaterThan(1_000_000);
    });

    it('does not show a list of the former user that arrives late', async () => {
      await signedIn();
      const { arrive, late } = arrival();
      client.notifications.list = late(client.notifications.list);
      client.active = [question()];
      const reading = phone.refresh();
      await settled();
      const lists: string[] = [];
      phone.requests.subscribe(() =>
        lists.push(
          shown()
            .map(({ notification_uuid: uuid }) => uuid)
            .join(),
        ),
      );
      await become();
      arrive();
      await reading;
      await settled();
      expect(new Set(lists)).toEqual(new Set(['', 'n-2']));
    });

    it('does not take the device of the former user that is read late', async () => {
      const { arrive, late } = arrival();
      const { current } = client.device;
      client.device.current = late(current);
      const entering = signedIn();
      await settled();
      client.device.current = current;
      client.tell('session', SESSION);
      await become();
      arrive();
      await entering;
      expect([phone.session.value, phone.device.value]).toEqual([OTHER, OTHER_DEVICE]);
    });
  });
});
