import { randomUUID } from 'node:crypto';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { canonicalContent } from '@countersign/evidence';
import { contentDigest } from '@countersign/evidence/node';
import { READ_BY_SEARCH } from '../../../src/notifications/requests/notification-list.repository.js';
import type { UserRef } from '../../../src/users/contract/index.js';
import { Authenticator } from '../../support/authenticator.js';
import { activeUser } from '../../support/devices.js';
import { addressee, newNotification, storedNotification } from '../../support/notifications.js';
import { type Portal, portalOf } from '../../support/tokens.js';
import { shared, until, uuidOf } from './shared.js';

let jane: UserRef;
const post = (fields: object = {}, userId = jane.userId) =>
  shared.portal.post('/v1/notifications', newNotification(userId, fields));
const texts = (length: number) => ({ subject: 's', message: 'm'.repeat(length) });
const pointersOf = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer);

describe('Creating notifications', () => {
  beforeAll(async () => {
    jane = await addressee(shared.running);
  });

  describe('A notification', () => {
    it('is created for an ACTIVE user, and is ACTIVE until its time is over', async () => {
      const { status, body, headers } = await post({ ds_required: true });
      expect([status, body.status, body.delivery_status]).toEqual([201, 'ACTIVE', 'NONE']);
      expect(headers.get('location')).toBe(`/v1/notifications/${body.notification_uuid}`);
      expect(Date.parse(body.expiry_timestamp) - Date.parse(body.create_ts)).toBe(300_000);
      expect(Object.keys(body).sort()).toEqual([
        'content_digest',
        'create_ts',
        'delivery_status',
        'expiry_timestamp',
        'notification_uuid',
        'status',
      ]);
    });

    it('names the actions that its user could not choose at present, in the repeated answer too', async () => {
      const actions = [0, 1, 3].map((authlevel) => ({
        label: `L${authlevel}`,
        action: `level${authlevel}`,
        authlevel,
      }));
      const fields = { msg_id: randomUUID(), actions };
      const { status, body } = await post(fields);
      expect([status, body.status, body.unmet_actions]).toEqual([201, 'ACTIVE', ['level1', 'level3']]);
      await Authenticator.registered(shared.running, jane.sub);
      const repeated = await post(fields);
      expect([repeated.status, 'unmet_actions' in repeated.body]).toEqual([200, false]);
    });

    it('is stored in its canonical form, whose digest is told', async () => {
      const body = [
        { lng: 'fr', subject: 'Payer ?', message: 'é', label: { Decline: 'Non', Approve: 'Oui' } },
        { lng: 'de', subject: 'Zahlen?', message: 'Zeile 1\nZeile 2' },
      ];
      const actions = [
        { label: 'Approve', action: 'accept', authlevel: '3' },
        { label: 'Decline', action: 'reject', authlevel: 0 },
      ];
      const created = await post({ body, actions });
      const { content } = await storedNotification(shared.running, uuidOf(created));
      expect(content).toBe(
        canonicalContent({
          actions: [
            { ...actions[0]!, authlevel: 3 },
            { ...actions[1]!, authlevel: 0 },
          ],
          body,
        }),
      );
      expect(created.body.content_digest).toBe(contentDigest(content));
    });

    it('is read, listed and cancelled by its enterprise', async () => {
      const msg_id = randomUUID();
      const uuid = uuidOf(await post({ msg_id }));
      const read = await shared.portal.get(`/v1/notifications/${uuid}`);
      expect(read.body).toEqual({
        user_id: jane.userId,
        notification_uuid: uuid,
        status: 'ACTIVE',
        delivery_status: 'NONE',
        action_response: 'NONE',
        is_ds_verified: false,
        signing_status: 'NA',
        msg_id,
        enterprise_id: 'default',
        create_ts: expect.stringMatching(/Z$/),
        update_ts: read.body.create_ts,
        expiry_timestamp: expect.stringMatching(/Z$/),
        client_ip_address: null,
        device_id: null,
        body: newNotification('').body,
        actions: newNotification('').actions,
        ds_required: false,
        template: null,
        notification_msg: null,
        callback_url: null,
        created_by: shared.portal.clientId,
        pushes: [],
      });
      const cancelled = await shared.portal.post(`/v1/notifications/${uuid}/cancel`);
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
      const again = await shared.portal.post(`/v1/notifications/${uuid}/cancel`);
      expect([again.status, again.body]).toEqual([200, cancelled.body]);
      const listed = await shared.portal.get(`/v1/notifications?msg_id=${msg_id}`);
      const line = { ...cancelled.body, subject: 'Confirm your payment', template: null };
      expect(listed.body).toEqual({ notifications: [line], next: null });
    });

    it('is nobody else’s: neither another enterprise nor the test side finds it', async () => {
      const uuid = uuidOf(await post());
      const filters = [
        '',
        '?status=ACTIVE',
        '?status=ACTIVE&status=CANCELLED',
        '?action_response=accept',
        '?text=payment',
      ];
      for (const other of [{ enterpriseId: 'a-rival' }, { enterpriseId: 'rival' }, { test: true }]) {
        const stranger = await portalOf(shared.running, {
          scopes: ['notifications:read', 'notifications:write'],
          ...other,
        });
        expect((await stranger.get(`/v1/notifications/${uuid}`)).status).toBe(404);
        expect((await stranger.post(`/v1/notifications/${uuid}/cancel`)).status).toBe(404);
        for (const filter of filters) {
          expect((await stranger.get(`/v1/notifications${filter}`)).body.notifications).toEqual([]);
        }
        expect((await stranger.post('/v1/notifications', newNotification(jane.userId))).status).toBe(404);
      }
    });

    it('is listed newest first, in pages, by state and by user', async () => {
      const someone = await addressee(shared.running);
      const uuids: string[] = [];
      for (let n = 0; n < 5; n++) uuids.unshift(uuidOf(await post({}, someone.userId)));
      await shared.portal.post(`/v1/notifications/${uuids[1]!}/cancel`);
      const list = async (query: string) =>
        (await shared.portal.get(`/v1/notifications?user_id=${someone.userId}${query}`)).body;
      const idsOf = (body: { notifications: { notification_uuid: string }[] }) =>
        body.notifications.map(({ notification_uuid }) => notification_uuid);
      const first = await list('&limit=3');
      const second = await list(`&limit=3&cursor=${first.next}`);
      expect([...idsOf(first), ...idsOf(second)]).toEqual(uuids);
      expect(second.next).toBeNull();
      expect(idsOf(await list('&status=CANCELLED'))).toEqual([uuids[1]]);
      expect(idsOf(await list('&status=ACTIVE'))).toEqual(uuids.filter((uuid) => uuid !== uuids[1]));
      expect((await shared.portal.get('/v1/notifications?user_id=nobody')).body.notifications).toEqual([]);
    });

    it('is listed by the time that it was made', async () => {
      const someone = await addressee(shared.running);
      const made: { notification_uuid: string; create_ts: string }[] = [];
      const list = `/v1/notifications?user_id=${someone.userId}`;
      for (let n = 0; n < 3; n++) {
        await until(() => Promise.resolve(Date.now() > Date.parse(made[0]?.create_ts ?? '1970-01-01')));
        const uuid = uuidOf(await post({}, someone.userId));
        made.unshift((await shared.portal.get(`/v1/notifications/${uuid}`)).body);
      }
      const [newest, middle, oldest] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
      const found = async (query: string) =>
        (await shared.portal.get(`${list}&${query}`)).body.notifications.map(
          ({ notification_uuid }: { notification_uuid: string }) => notification_uuid,
        );
      expect(await found(`from=${middle.create_ts}`)).toEqual([newest.notification_uuid, middle.notification_uuid]);
      expect(await found(`to=${middle.create_ts}`)).toEqual([oldest.notification_uuid]);
      expect(await found(`from=${middle.create_ts}&to=${newest.create_ts}&status=ACTIVE`)).toEqual([
        middle.notification_uuid,
      ]);
      const wrong = await shared.portal.get(`${list}&from=${newest.create_ts}&to=${oldest.create_ts}`);
      expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '?from' }] } });
    });

    it('is found by words of its subject or message, of its user or of all, by few reads at a time', async () => {
      const someone = await addressee(shared.running);
      const saying = (subject: string, message: string) =>
        post({ body: [{ lng: 'en', subject, message }] }, someone.userId).then(uuidOf);
      const first = await saying('Überweisung Quokka', 'Pay 10 EUR to Zacharias?');
      const second = await saying('Login', 'From a quokka-shaped device?');
      for (let n = 0; n < 3; n++) await saying(`Nothing ${n}`, 'of the kind');
      const found = async (query: string) => {
        const { notifications, next } = (await shared.portal.get(`/v1/notifications?${query}`)).body;
        const uuids = notifications.map(({ notification_uuid }: { notification_uuid: string }) => notification_uuid);
        return { uuids, next };
      };
      expect((await found('text=QUOKKA')).uuids).toEqual([second, first]);
      expect((await found(`text=zacharias%20uberweisung&user_id=${someone.userId}`)).uuids).toEqual([first]);
      expect((await found('text=quokka%20nobodysaidthis')).uuids).toEqual([]);
      const page = await found('text=quokka&limit=1');
      expect(page.uuids).toEqual([second]);
      expect((await found(`text=quokka&limit=1&cursor=${page.next}`)).uuids).toEqual([first]);
      const stranger = await portalOf(shared.running, { enterpriseId: 'other-bank', scopes: ['notifications:read'] });
      expect((await stranger.get('/v1/notifications?text=quokka')).body).toEqual({ notifications: [], next: null });
    });

    it('is looked for no further than a call may read', async () => {
      const sql = `INSERT INTO notifications.notification
        SELECT (jsonb_populate_record(n, jsonb_build_object('notification_uuid',
                 (substr(n.notification_uuid::text, 1, 24) || lpad(to_hex(place), 12, '0'))::uuid,
                 'msg_id', 'copy-' || place, 'status', 'CANCELLED', 'search_text', CASE place WHEN 1 THEN 'platypus' ELSE 'x' END))).*
        FROM notifications.notification n, generate_series(1, ${READ_BY_SEARCH + 1}) AS place WHERE notification_uuid = $1`;
      const someone = await addressee(shared.running);
      const uuid = uuidOf(await post({}, someone.userId));
      await shared.running.app.get(Database).rows(sql, [uuid]);
      const query = `/v1/notifications?user_id=${someone.userId}&text=platypus`;
      const { notifications, next } = (await shared.portal.get(query)).body;
      expect(notifications).toEqual([]);
      expect((await shared.portal.get(`${query}&cursor=${next}`)).body.notifications).toHaveLength(1);
    });
  });

  describe('A request that is repeated', () => {
    it('creates one notification, and is told its present state', async () => {
      const asked = newNotification(jane.userId);
      const first = await shared.portal.post('/v1/notifications', asked);
      const again = await shared.portal.post('/v1/notifications', { ...asked, expires_in: 60 });
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.body).toEqual(first.body);
      await shared.portal.post(`/v1/notifications/${uuidOf(first)}/cancel`);
      const later = await shared.portal.post('/v1/notifications', asked);
      expect([later.status, later.body.status]).toEqual([200, 'CANCELLED']);
    });

    it('is the same in another order of languages and members, and with authlevel as text', async () => {
      const [en, de] = [
        { lng: 'en', subject: 's', message: 'm' },
        { message: 'm', subject: 's', lng: 'de' },
      ];
      const asked = newNotification(jane.userId, { body: [en, de] });
      await shared.portal.post('/v1/notifications', asked);
      const actions = asked.actions.map((action) => ({ ...action, authlevel: String(action.authlevel) }));
      const again = await shared.portal.post('/v1/notifications', { ...asked, actions, body: [de, en] });
      expect(again.status).toBe(200);
    });

    it.each([
      ['another message', { body: [{ lng: 'en', subject: 'Confirm your payment', message: 'Pay 99.00 EUR?' }] }],
      ['other actions', { actions: [{ label: 'Approve', action: 'accept', authlevel: 1 }] }],
      ['another need to sign', { ds_required: true }],
      ['another push message', { notification_msg: { subject: 's', message: 'm' } }],
    ])('is refused with %s', async (_what, fields) => {
      const asked = newNotification(jane.userId);
      await shared.portal.post('/v1/notifications', asked);
      const other = await shared.portal.post('/v1/notifications', { ...asked, ...fields });
      expect([other.status, other.body.code]).toEqual([409, 'notifications/message-id-taken']);
    });

    it('is refused for another user', async () => {
      const asked = newNotification(jane.userId);
      await shared.portal.post('/v1/notifications', asked);
      const other = await shared.portal.post('/v1/notifications', {
        ...asked,
        user_id: (await addressee(shared.running)).userId,
      });
      expect(other.body.code).toBe('notifications/message-id-taken');
    });

    it('is answered though its user is blocked by now', async () => {
      const someone = await addressee(shared.running);
      const asked = newNotification(someone.userId);
      await shared.portal.post('/v1/notifications', asked);
      await shared.portal.put(`/v1/users/${someone.userId}/status`, { status: 'PAUSED' });
      expect((await shared.portal.post('/v1/notifications', asked)).status).toBe(200);
    });

    it('is repeated by its Idempotency-Key too', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const asked = newNotification(jane.userId);
      const first = await shared.portal.post('/v1/notifications', asked, headers);
      const again = await shared.portal.post('/v1/notifications', asked, headers);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(again.body).toEqual(first.body);
    });
  });

  describe('Nobody', () => {
    it('is asked who does not exist, or is named by a login name', async () => {
      expect((await post({}, 'nobody')).body.code).toBe('users/not-found');
    });

    it.each(['BLOCKED', 'PAUSED', 'RESET', 'DELETED'])('is asked who is %s', async (status) => {
      const someone = await addressee(shared.running);
      await shared.portal.put(`/v1/users/${someone.userId}/status`, { status });
      const refused = await post({}, someone.userId);
      expect([refused.status, refused.body.code]).toEqual([409, 'notifications/user-not-active']);
    });

    it('is asked to sign who has no device, or only one that is blocked', async () => {
      const someone = await addressee(shared.running, { phone: false });
      expect((await post({ ds_required: true }, someone.userId)).body.code).toBe('notifications/no-active-device');
      expect((await post({ ds_required: undefined }, someone.userId)).status).toBe(409);
      expect((await post({ ds_required: false }, someone.userId)).status).toBe(201);
    });
  });

  describe('A field', () => {
    const action = { label: 'Yes', action: 'accept', authlevel: 0 };
    const text = { lng: 'en', subject: 's', message: 'm' };
    it.each<[string, object, string[]]>([
      ['that is missing', { actions: undefined, expires_in: undefined }, ['/expires_in', '/actions']],
      ['neither texts nor a template', { body: undefined }, ['/body']],
      ['texts and a template', { template_id: 'payment', values: {} }, ['/template_id', '/values']],
      ['values without a template', { values: {} }, ['/values']],
      ['that nobody knows', { priority: 1 }, ['/priority']],
      ['a life that is too short', { expires_in: 14 }, ['/expires_in']],
      ['a life that is too long', { expires_in: 2_592_001 }, ['/expires_in']],
      ['no action', { actions: [] }, ['/actions']],
      [
        'nine actions',
        { actions: Array.from({ length: 9 }, (_, n) => ({ ...action, action: `a${n}` })) },
        ['/actions'],
      ],
      ['an action twice', { actions: [action, { ...action, label: 'No' }] }, ['/actions/1/action']],
      ['one label twice', { actions: [action, { ...action, action: 'b' }] }, ['/actions/1/label']],
      [
        'labels that look alike',
        { actions: [action, { ...action, action: 'b', label: ' yes' }] },
        ['/actions/1/label'],
      ],
      [
        'labels that look alike in one language',
        { actions: [action, { ...action, action: 'b', label: 'No' }], body: [{ ...text, label: { No: 'Ｙes' } }] },
        ['/body/0/label'],
      ],
      ['a label with what nobody sees', { actions: [{ ...action, label: 'Y\u200bes' }] }, ['/actions/0/label']],
      ['a translated one too', { body: [{ ...text, label: { Approve: 'Y\u00ades' } }] }, ['/body/0/label/Approve']],
      ['a subject that turns the text', { body: [{ ...text, subject: 'pay \u202e00.1' }] }, ['/body/0/subject']],
      ['a message of which nothing is seen', { body: [{ ...text, message: '\u200b' }] }, ['/body/0/message']],
      ['a level that there is not', { actions: [{ ...action, authlevel: 2 }] }, ['/actions/0/authlevel']],
      ['a level in other words', { actions: [{ ...action, authlevel: '01' }] }, ['/actions/0/authlevel']],
      ['a level that is no number', { actions: [{ ...action, authlevel: true }] }, ['/actions/0/authlevel']],
      ['a long label', { actions: [{ ...action, label: 'x'.repeat(41) }] }, ['/actions/0/label']],
      ['a long action', { actions: [{ ...action, action: 'x'.repeat(65) }] }, ['/actions/0/action']],
      ['no language', { body: [] }, ['/body']],
      ['500 languages', { body: Array.from({ length: 500 }, (_, n) => ({ ...text, lng: `l${n}` })) }, ['/body']],
      ['a language twice', { body: [text, text] }, ['/body/1/lng']],
      ['a language twice, in another case', { body: [text, { ...text, lng: 'EN' }] }, ['/body/1/lng']],
      ['a long subject', { body: [{ ...text, subject: 'x'.repeat(256) }] }, ['/body/0/subject']],
      ['a long message', { body: [{ ...text, message: 'x'.repeat(4001) }] }, ['/body/0/message']],
      ['a long language', { body: [{ ...text, lng: 'x'.repeat(36) }] }, ['/body/0/lng']],
      ['a lone surrogate', { body: [{ ...text, message: 'a\ud83e' }] }, ['/body/0/message']],
      ['a label for no action', { body: [{ ...text, label: { Maybe: 'x' } }] }, ['/body/0/label/Maybe']],
      ['a long msg_id', { msg_id: 'x'.repeat(129) }, ['/msg_id']],
      ['a msg_id that nobody can print', { msg_id: 'a\u0007' }, ['/msg_id']],
      ['a callback that is not https', { callback_url: 'http://bank.example/' }, ['/callback_url']],
      ['a callback where nothing is registered', { callback_url: 'https://other.example/' }, ['/callback_url']],
      ['half a push message', { notification_msg: { subject: 's' } }, ['/notification_msg/message']],
    ])('is refused: %s', async (_what, fields, pointers) => {
      const refused = await post(fields);
      expect([refused.status, pointersOf(refused)]).toEqual([422, pointers]);
    });

    it('is refused at once in a body of a hundred thousand members', async () => {
      const label = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`l${n}`, '']));
      const refused = await post({ body: [{ ...text, label }] });
      expect([413, 422]).toContain(refused.status);
    });

    it('is refused with a name that JavaScript gives a meaning', async () => {
      const polluting = JSON.parse(
        JSON.stringify(newNotification(jane.userId, { body: [{ ...text, label: {} }] })).replace(
          '"label":{}',
          '"label":{"__proto__":"x"}',
        ),
      ) as object;
      expect((await shared.portal.post('/v1/notifications', polluting)).status).toBe(422);
    });
  });

  it('takes 100 languages, and texts of full length in any script', async () => {
    const body = Array.from({ length: 100 }, (_, n) => ({
      lng: `l${n}`,
      subject: '🧩'.repeat(100),
      message: '語'.repeat(50),
    }));
    expect((await post({ body })).status).toBe(201);
    const longest = body.map((texts) => ({ ...texts, subject: '🧩'.repeat(255) }));
    const refused = await post({ body: longest });
    expect([refused.status, refused.body.code, pointersOf(refused)]).toEqual([
      422,
      'kernel/invalid-arguments',
      ['/body'],
    ]);
    expect(refused.body.errors[0].detail).toContain('at most 65536 bytes');
    const long = [{ lng: 'Ελληνικά', subject: 's', message: '語'.repeat(4000) }];
    const { content } = await storedNotification(shared.running, uuidOf(await post({ body: long })));
    expect(JSON.parse(content)).toMatchObject({ body: long });
  });

  describe('An enterprise that has stored as much as it may on one day', () => {
    const enterpriseId = 'filler';
    const long = { body: [texts(4_000), texts(3_999)].map((body, at) => ({ ...body, lng: `l${at}` })) };
    let administrator: Portal;
    let filler: Portal;
    const ask = async (tenant: Tenant, portal: Portal) => {
      const { userId } = await activeUser(shared.running, `u-${randomUUID().slice(0, 8)}`, tenant);
      return portal.post('/v1/notifications', newNotification(userId, { ds_required: false, ...long }));
    };

    beforeAll(async () => {
      administrator = await portalOf(shared.running, { scopes: ['enterprises:write'], administrator: true });
      await administrator.post('/v1/enterprises', { enterpriseId, name: 'Filler', dailyNotificationMiB: 1 });
      filler = await portalOf(shared.running, { scopes: ['notifications:write'], enterpriseId });
      let last = await ask(Tenant.of(enterpriseId, false), filler);
      for (let n = 1; last.status === 201 && n < 100; n++) last = await ask(Tenant.of(enterpriseId, false), filler);
      expect([last.status, last.body.code]).toEqual([429, 'notifications/too-many-bytes']);
    });

    it('is told when to come again, and others go on', async () => {
      const refused = await ask(Tenant.of(enterpriseId, false), filler);
      const wait = Number(refused.headers.get('retry-after'));
      expect([refused.status, wait > 0, wait <= 86_400]).toEqual([429, true, true]);
      const test = await portalOf(shared.running, { scopes: ['notifications:write'], enterpriseId, test: true });
      expect((await ask(Tenant.of(enterpriseId, true), test)).status).toBe(201);
      expect((await ask(Tenant.of('default', false), shared.portal)).status).toBe(201);
    });

    it('stores no template either', async () => {
      const body = Array.from({ length: 8 }, (_, at) => ({ ...texts(4_000), lng: `l${at}` }));
      const template = { template_id: 'long', variables: [], body };
      expect((await filler.post('/v1/notificationTemplates', template)).body.code).toBe('notifications/too-many-bytes');
    });

    it('has stored no more than that, by the texts and what is searched of them', async () => {
      const [row] = await shared.running.app.get(Database).rows<{ counted: number; stored: number }>(
        `SELECT (SELECT sum(bytes)::int FROM notifications.stored_bytes WHERE enterprise_id = $1 AND NOT test) AS counted,
           (SELECT sum(octet_length(content) + octet_length(search_text) + 4)::int FROM notifications.notification
            WHERE enterprise_id = $1 AND NOT test) AS stored`,
        [enterpriseId],
      );
      expect(row!.counted).toBe(row!.stored);
      expect(row!.counted).toBeLessThanOrEqual(1024 * 1024);
      expect(row!.counted).toBeGreaterThan(1024 * 1024 - 40_000);
    });

    it('goes on as soon as it is given more', async () => {
      await administrator.patch(`/v1/enterprises/${enterpriseId}`, { dailyNotificationMiB: 2 });
      await until(async () => (await ask(Tenant.of(enterpriseId, false), filler)).status === 201);
    });
  });

  it('needs the scopes that the contract names', async () => {
    const reader = await portalOf(shared.running, { scopes: ['notifications:read'] });
    const writer = await portalOf(shared.running, { scopes: ['notifications:write'] });
    const uuid = uuidOf(await post());
    expect((await reader.post('/v1/notifications', newNotification(jane.userId))).status).toBe(403);
    expect((await reader.post(`/v1/notifications/${uuid}/cancel`)).status).toBe(403);
    expect((await writer.get(`/v1/notifications/${uuid}`)).status).toBe(403);
    expect((await writer.get('/v1/notifications')).status).toBe(403);
  });
});
