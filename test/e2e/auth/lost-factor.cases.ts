import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { FollowReplacement } from '../../../src/auth/sign-in/lost-factor/follow-replacement.handler.js';
import { AuditLog } from '../../../src/audit/contract/index.js';
import { CredentialsChanged, SecondFactorReplaced } from '../../../src/auth/contract/index.js';
import { FaceTemplateRepository } from '../../../src/idv/faces/face-template.repository.js';
import { IdvFinished } from '../../../src/idv/contract/index.js';
import { OutboxRelay } from '../../../src/shared/events/index.js';
import type { DomainEvent } from '../../../src/shared/kernel/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import type { Message } from '../../../src/users/contract/index.js';
import type { TestApplication } from '../../support/application.js';
import { moveClock } from '../../support/clock.js';
import { FakeEngine } from '../../support/fake-engine.js';
import { IdvVisitor } from '../../support/idv-visitor.js';
import { Someone, type HeldFactors } from '../../support/leveled-user.js';
import { mailsTo, scanned } from '../../support/mails.js';
import { offlineTokens, refreshed } from '../../support/offline-access.js';
import { Person, type Seen } from '../../support/person.js';
import { said } from '../../support/portal.js';
import { signed } from '../../support/signed-answer.js';
import { application, chooseSignIn, LIVE, PASSWORD } from '../../support/signing-in.js';
import { Statements } from '../../support/statements.js';
import { portalOf } from '../../support/tokens.js';
import { until } from '../../integration/support/until.js';

const HOUR = 3_600_000;
const LOST = '/second/lost';
const SESSIONS = `
  SELECT uid FROM auth.engine_record WHERE model = 'Session' AND account_id = $1 ORDER BY since DESC`;

/** Cases of somebody who knows the password and has lost every second factor. */
export function lostSecondFactor(app: () => TestApplication, clientOf: (level: 2) => Client): void {
  let engine: FakeEngine;
  let likeness = 0.99;
  const db = () => app().app.get(Database);

  beforeAll(async () => {
    engine = FakeEngine.install(app());
    Object.assign(engine.faces, {
      describe: () => Promise.resolve({ model: 'fake', values: [1] }),
      likeness: () => likeness,
    });
    await chooseSignIn(app(), { factorRecovery: 'identity' });
  });
  afterAll(async () => {
    FakeEngine.uninstall(app());
    await chooseSignIn(app(), { factorRecovery: 'off' });
  });
  beforeEach(() => (likeness = 0.99));

  /** Whose mails are found. */
  const homeOf = ({ userId }: Someone) => `${userId}@home.example`;

  async function keepsFace({ sub }: Someone): Promise<void> {
    const session = { sub, enterpriseId: 'default', test: false, settings: { matchThreshold: 0.8 } };
    await app()
      .app.get(UnitOfWork)
      .run((tx) =>
        app()
          .app.get(FaceTemplateRepository)
          .put(tx, session as never, { model: 'fake', values: [1] }, new Date()),
      );
  }

  const atSecondStep = async (someone: Someone): Promise<Seen> =>
    someone.givesPassword(await someone.asks(clientOf(2), { prompt: 'login' }));
  const atLost = async (someone: Someone): Promise<Seen> => someone.person.follow(await atSecondStep(someone), LOST);

  async function withFace(held: HeldFactors = { totp: true }): Promise<Someone> {
    const userId = `lost-${randomUUID().slice(0, 8)}`;
    const someone = await Someone.with(app(), { ...held, emailId: `${userId}@other.example` });
    await db().rows('UPDATE users."user" SET email_id = $2 WHERE sub = $1', [someone.sub, homeOf(someone)]);
    await keepsFace(someone);
    return someone;
  }

  /** Shows document and face on the pages of the verification, which the browser is sent to. */
  async function checked(someone: Someone): Promise<Seen> {
    const page = await atLost(someone);
    const { left } = await someone.person.send(page, `${LOST}/identity`);
    expect(left?.origin).toBe(app().config.idvUrl);
    const visitor = await IdvVisitor.start(app(), left?.searchParams.get('token') ?? '');
    await visitor.toOptIn();
    const { status } = await visitor.session();
    if (status === 'IN_PROGRESS') await visitor.optIn(true, true);
    return someone.person.open(page.url);
  }

  async function inHours<T>(hours: number, work: () => Promise<T>): Promise<T> {
    moveClock(app().app, hours * HOUR);
    try {
      return await work();
    } finally {
      moveClock(app().app, -hours * HOUR);
    }
  }

  /** The question of the replacement on the phone, once the job has asked it. */
  async function asked(someone: Someone): Promise<any> {
    const question = async () => {
      const { event } = await someone.phone!.byHttp('GetNotifications', [0, '', 1, '', '']);
      const all: any[] = event?.response.ResponseData.notifications ?? [];
      return all.find(({ actions }: any) => actions.some(({ action }: any) => action === 'wait'));
    };
    await until(async () => (await question()) !== undefined);
    return question();
  }

  const mailWithCode = async (someone: Someone): Promise<Message> => {
    const letters = () => mailsTo(app(), homeOf(someone), 'users/account-notice');
    const withCode = async () => (await letters()).find(({ code }) => code !== undefined);
    await until(async () => (await withCode()) !== undefined);
    return (await withCode())!;
  };
  async function deliver(event: DomainEvent): Promise<void> {
    await app()
      .app.get(UnitOfWork)
      .run((tx) => {
        tx.record(event);
        return Promise.resolve();
      });
    await app().app.get(OutboxRelay).idle();
  }
  const newPassword = (sub: string) =>
    new CredentialsChanged({ sub, enterpriseId: 'default', change: 'passwordChanged' });
  const stateOf = async ({ sub }: Someone) =>
    (await db().rows<{ state: string }>('SELECT state FROM auth.factor_recovery WHERE sub = $1', [sub]))[0]?.state;
  const canSetUp = ({ forms }: Seen) => forms.some(({ action }) => action.endsWith(`${LOST}/totp`));

  it('is replaced after a check of the identity and 24 hours, and everything of before ends', async () => {
    const someone = await withFace({ totp: true, phone: true, passkey: true });
    const elsewhere = someone.inAnotherBrowser();
    await elsewhere.givesCode(await atSecondStep(elsewhere));
    const waiting = await checked(someone);
    expect(waiting.html).toContain('Your identity is confirmed');
    expect(canSetUp(waiting)).toBe(false);
    const early = await inHours(23, () => atLost(someone));
    expect(canSetUp(early)).toBe(false);
    await inHours(25, async () => {
      const ready = await atLost(someone);
      someone.takes(/secret=([A-Z2-7]+)/.exec(ready.html)?.[1] ?? '');
      const back = await someone.person.send(ready, `${LOST}/totp`, { code: someone.code(25 * 120) });
      expect(back.left?.searchParams.get('code')).toEqual(expect.any(String));
    });
    const held = await db().rows(
      `SELECT (SELECT count(*) FROM auth.passkey WHERE sub = $1::uuid)::int AS passkeys,
        (SELECT count(*) FROM auth.totp WHERE sub = $1::uuid AND created_at > now())::int AS apps,
        (SELECT count(*) FROM users.device WHERE sub = $1::uuid AND status <> 'REMOVED')::int AS phones,
        (SELECT count(*) FROM auth.engine_record WHERE account_id = $1::text AND model = 'Session')::int AS sessions`,
      [someone.sub],
    );
    expect(held).toEqual([{ passkeys: 0, apps: 1, phones: 0, sessions: 1 }]);
    const { entries } = await app().app.get(AuditLog).list({ tenant: LIVE, subject: someone.sub }, 50);
    const kinds = entries.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'auth.factor-recovery-begun',
        'auth.factor-recovery-confirmed',
        'auth.second-factor-replaced',
      ]),
    );
  });

  it.each([
    ['lives on', (own: string) => own],
    ['has ended', () => 'a session that has ended'],
  ])(
    'ends only what is older than its replacement, also when the event comes late and its session %s',
    async (_name, sessionOf) => {
      const someone = await Someone.with(app());
      const [olderClient, newerClient] = [await application(app()), await application(app())];
      const signsIn = async (one: Someone, client: Client) => {
        await one.givesPassword(await one.asks(client));
        return offlineTokens(app(), client, one.person);
      };
      const old = await signsIn(someone.inAnotherBrowser(), olderClient);
      await db().rows(`UPDATE auth.engine_record SET since = since - interval '2 hours' WHERE account_id = $1`, [
        someone.sub,
      ]);
      await signsIn(someone, newerClient);
      const [own] = await db().rows<{ uid: string }>(SESSIONS, [someone.sub]);
      const later = await signsIn(someone.inAnotherBrowser(), newerClient);
      const event = new SecondFactorReplaced({
        sub: someone.sub,
        enterpriseId: 'default',
        sessionUid: sessionOf(own!.uid),
      });
      const occurredAt = new Date(Date.now() - HOUR).toISOString();
      await app().app.get(FollowReplacement).handle(Object.assign(event, { occurredAt }));
      expect(await db().rows(SESSIONS, [someone.sub])).toHaveLength(2);
      expect(await refreshed(app(), newerClient, later)).toBe(200);
      expect(await refreshed(app(), olderClient, old)).toBe(400);
    },
  );

  it('waits as long as the enterprise has chosen, and the enterprise sees and stops it', async () => {
    await chooseSignIn(app(), { factorRecoveryHours: 2 });
    const someone = await withFace();
    await checked(someone);
    await chooseSignIn(app(), { factorRecoveryHours: 24 });
    const portal = await portalOf(app(), { scopes: ['users:read', 'users:write'] });
    const path = `/v1/users/${someone.userId}`;
    const { factorRecovery: seen } = (await portal.get(`${path}/credentials`)).body;
    expect(Math.round((seen.readyTs - seen.startedTs) / HOUR)).toBe(2);
    expect(canSetUp(await inHours(3, () => atLost(someone)))).toBe(true);
    const { status } = await portal.delete(`${path}/factorRecovery`);
    expect([status, (await portal.delete(`${path}/factorRecovery`)).status]).toEqual([204, 404]);
    expect((await portal.get(`${path}/credentials`)).body.factorRecovery).toBeNull();
    expect(canSetUp(await inHours(25, () => atLost(someone)))).toBe(false);
  });

  describe('whose replacement was stopped', () => {
    const stops: Readonly<Record<string, (someone: Someone, page: Seen) => Promise<unknown>>> = {
      'by one tap on a phone': async (someone) => {
        const { notification_uuid: uuid } = await asked(someone);
        const signature = await signed(someone.phone!, uuid, 'fraud');
        await someone.phone!.post('UpdateNotification', { notificationID: uuid, response: 'fraud', signature });
      },
      'by the code of the mail': async (someone) => {
        const stranger = new Person(app());
        const mail = await mailWithCode(someone);
        expect(await scanned(app(), mail, someone.userId)).toEqual([]);
        expect(await stateOf(someone)).toBe('WAITING');
        const typed = { login: someone.userId, code: mail.code ?? '' };
        const page = await stranger.open('/service/account/second-factor/stop');
        const wrong = await stranger.send(page, '/second-factor/stop', { ...typed, code: 'AAAAA-AAAAA' });
        expect([wrong.status, await stateOf(someone)]).toEqual([403, 'WAITING']);
        const done = await stranger.send(wrong, '/second-factor/stop', typed);
        expect(done.html).toContain('The replacement is stopped');
      },
      'on the account page': async (someone) => {
        const { person } = someone.inAnotherBrowser();
        const login = { login: someone.userId, password: PASSWORD };
        const page = await person.send(await person.open('/service/account/'), '/account/login', login);
        expect(page.html).toContain('Somebody who knows your password is replacing your second step');
        await person.send(page, '/second-factor/stop-own');
      },
      'by a new password': ({ sub }) => deliver(newPassword(sub)),
      'in its own browser': (someone, page) => someone.person.send(page, `${LOST}/stop`),
    };

    it.each(Object.keys(stops))('is not replaced: %s', async (how) => {
      const someone = await withFace({ totp: true, phone: true });
      const page = await checked(someone);
      await stops[how]!(someone, page);
      await until(async () => (await stateOf(someone)) === 'STOPPED');
      expect(canSetUp(await inHours(25, () => atLost(someone)))).toBe(false);
    });
  });

  it('is not stopped by a wrong code, whose answer and statements are those for a name that nobody has', async () => {
    const someone = await withFace();
    await checked(someone);
    const statements = Statements.of(app());
    const answers: unknown[] = [];
    for (const login of [someone.userId, (await Someone.with(app())).userId, `nobody-${randomUUID().slice(0, 8)}`]) {
      const stranger = new Person(app());
      const page = await stranger.open('/service/account/second-factor/stop');
      const id = randomUUID();
      const typed = { login, code: 'AAAAA-AAAAA' };
      const refused = await stranger.send(page, '/second-factor/stop', typed, { 'x-request-id': id });
      const sent = statements.causedBy(id);
      expect([refused.status, sent.length > 1]).toEqual([403, true]);
      answers.push([said(refused).replaceAll(login, ''), sent]);
    }
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await stateOf(someone)).toBe('WAITING');
  });

  it('is no longer confirmed or stopped when its time is over, even before it is purged', async () => {
    const someone = await withFace();
    await someone.person.send(await atLost(someone), `${LOST}/identity`);
    const [row] = await db().rows<{ sessionId: string }>(
      'SELECT check_id AS "sessionId" FROM auth.factor_recovery WHERE sub = $1',
      [someone.sub],
    );
    const { enterpriseId, test } = LIVE;
    const finished = { status: 'VERIFIED', userId: someone.userId, kycReferenceId: null, enterpriseId, test };
    const confirm = () => deliver(new IdvFinished({ ...finished, ...row!, sub: someone.sub }));
    await inHours(7 * 24 + 1, confirm);
    expect(await stateOf(someone)).toBe('CHECKING');
    await confirm();
    expect(await stateOf(someone)).toBe('WAITING');
    const portal = await portalOf(app(), { scopes: ['users:write'] });
    const stop = async () => (await portal.delete(`/v1/users/${someone.userId}/factorRecovery`)).status;
    const moveEnd = (days: number) =>
      db().rows("UPDATE auth.factor_recovery SET ends_at = ends_at + $2 * interval '1 day' WHERE sub = $1", [
        someone.sub,
        days,
      ]);
    await moveEnd(-30);
    expect(await stop()).toBe(404);
    await moveEnd(30);
    expect(await stop()).toBe(204);
  });

  it('is not replaced by a face that is not the kept one', async () => {
    const someone = await withFace();
    likeness = 0.3;
    const page = await atLost(someone);
    const { left } = await someone.person.send(page, `${LOST}/identity`);
    const visitor = await IdvVisitor.start(app(), left?.searchParams.get('token') ?? '');
    await visitor.toSelfie();
    for (let attempt = 0; attempt < 3; attempt++) await visitor.selfie();
    expect((await visitor.session()).status).toBe('SELFIE_FAILED');
    expect((await someone.person.open(page.url)).html).toContain('The check did not confirm who you are');
    expect(await stateOf(someone)).toBe('REFUSED');
  });

  it('is not replaced by another browser that knows the password, which is told', async () => {
    const someone = await withFace();
    await checked(someone);
    const thief = someone.inAnotherBrowser();
    const seen = await atLost(thief);
    expect(seen.html).toContain('is replacing your second step in another browser');
    expect(seen.forms.map(({ action }) => action.split('/').at(-1))).not.toContain('identity');
    expect(canSetUp(await inHours(25, () => atLost(thief)))).toBe(false);
  });

  it('is left to the enterprise, where it has not chosen this or the user keeps no face', async () => {
    const faceless = await Someone.with(app(), { totp: true });
    const offers = ({ forms }: Seen) => forms.some(({ action }) => action.endsWith(`${LOST}/identity`));
    expect(offers(await atLost(faceless))).toBe(false);
    const someone = await withFace();
    const page = await atLost(someone);
    await chooseSignIn(app(), { factorRecovery: 'off' });
    expect(offers(await atLost(someone))).toBe(false);
    expect((await someone.person.send(page, `${LOST}/identity`)).status).toBe(403);
    await chooseSignIn(app(), { factorRecovery: 'identity' });
    expect(await stateOf(someone)).toBeUndefined();
  });
}
