import { Evidence } from '../evidence/evidence.service.js';
import { Handovers } from '../handover/handovers.service.js';
import { Sessions } from './sessions.service.js';
import { FakeEngine } from '../../../test/support/fake-engine.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { idvPortalOf, type IdvPortal } from '../../../test/support/idv-portal.js';
import { IdvVisitor } from '../../../test/support/idv-visitor.js';
import { jpegOf, pngOf } from '../../../test/support/pictures.js';
import { running } from '../../../test/e2e/idv/running.js';

const wrongStep = { name: 'idv/wrong-step' };

describe('Steps of a user', () => {
  let portal: IdvPortal;
  beforeAll(async () => {
    FakeEngine.install(running());
    portal = await idvPortalOf(running(), { test: false });
  });
  afterAll(() => FakeEngine.uninstall(running()));

  const begin = async (userId: string, fields: object = {}) => {
    const token = await portal.token(await portal.enrol(userId, fields));
    return { token, visitor: await IdvVisitor.start(running(), token) };
  };
  const resultOf = async (token: string) => (await portal.result(token)).body;
  const rowOf = (userId: string) => [`SELECT 1 FROM idv.session WHERE user_id = $1 FOR UPDATE`, [userId]] as const;
  const race = <T>(userId: string, ...calls: (() => Promise<T>)[]) =>
    meetAtLock(running().database, ...rowOf(userId), calls);

  describe('A session that is started', () => {
    it('belongs to one of two browsers that start at once', async () => {
      const token = await portal.token(await portal.enrol('p1'));
      const start = () => running().app.get(Sessions).start(token);
      const ends = await race('p1', start, start);
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'idv/taken' } });
    });

    it('is started once by a browser that presses the button twice', async () => {
      const token = await portal.token(await portal.enrol('p2'));
      const secret = 'b'.repeat(43);
      const start = () => running().app.get(Sessions).start(token, secret);
      const ends = await race('p2', start, start);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      expect(await running().app.get(Sessions).owned(secret)).toMatchObject({ step: 'consent', version: 2 });
    });

    it('is refused to a browser with another secret, or none', async () => {
      const sessions = running().app.get(Sessions);
      for (const secret of ['', 'x', 'x'.repeat(43), "' OR 1=1 --"])
        await expect(sessions.owned(secret)).rejects.toMatchObject({ name: 'idv/no-session' });
      await expect(sessions.start('x'.repeat(43))).rejects.toMatchObject({ name: 'idv/no-session' });
    });

    it('goes on with the browser that it was passed on to; the one before may watch', async () => {
      const { visitor } = await begin('p3');
      const sessions = running().app.get(Sessions);
      const { ownerSecret } = await sessions.passOn((await visitor.session()).ref);
      await expect(visitor.consent()).rejects.toMatchObject({ name: 'idv/no-session' });
      expect(await sessions.followed(visitor.ownerSecret)).toMatchObject({ step: 'consent' });
      expect(await sessions.owned(ownerSecret)).toMatchObject({ step: 'consent' });
      expect(await sessions.followed(ownerSecret)).toBeUndefined();
    });

    it('stays as it has ended, also for a phone that had opened the link before', async () => {
      const { visitor } = await begin('p4');
      const handovers = running().app.get(Handovers);
      await handovers.offer(await visitor.session());
      const offer = await handovers.offerOf(await visitor.session());
      const phone = 'c'.repeat(43);
      const { searchParams } = new URL(offer && 'link' in offer ? offer.link : '');
      expect(await handovers.open(String(searchParams.get('token')), phone)).toBe(true);
      const { number = '' } = (await handovers.waitingOn(phone)) ?? {};
      await visitor.cancel();
      const ended = await visitor.session();
      await expect(handovers.confirm(ended, number)).rejects.toMatchObject({ name: 'idv/finished' });
      expect(await visitor.session()).toEqual(ended);
    });
  });

  describe('The steps', () => {
    it('are refused out of their order, whatever comes', async () => {
      const { token, visitor } = await begin('q1');
      const all = {
        consent: () => visitor.consent(),
        document: () => visitor.choose(),
        front: () => visitor.picture('front'),
        back: () => visitor.picture('back'),
        confirm: () => visitor.confirm(),
        selfie: () => visitor.selfie(),
        optIn: () => visitor.optIn(),
      };
      const refusedAt = async (...open: string[]) => {
        const { version } = await visitor.session();
        for (const [step, call] of Object.entries(all))
          if (!open.includes(step)) await expect(call()).rejects.toMatchObject(wrongStep);
        expect((await visitor.session()).version).toBe(version);
      };
      await refusedAt('consent');
      await visitor.consent();
      await refusedAt('document');
      await visitor.choose('identity_card');
      await refusedAt('front');
      await visitor.picture('front');
      await refusedAt('back');
      await visitor.picture('back');
      await refusedAt('confirm');
      await visitor.confirm();
      await refusedAt('selfie');
      await visitor.selfie();
      await refusedAt('optIn');
      await visitor.optIn();
      await refusedAt();
      await expect(visitor.cancel()).rejects.toMatchObject(wrongStep);
      await expect(visitor.extend()).rejects.toMatchObject(wrongStep);
      expect(await resultOf(token)).toMatchObject({ status: 'VERIFIED' });
    });

    it('offer only the documents that the client takes', async () => {
      await portal.configure({ documentTypes: ['passport', 'of_the_future'] });
      const { visitor } = await begin('q2');
      await portal.configure(null);
      await visitor.consent();
      await expect(visitor.choose('identity_card')).rejects.toMatchObject({ name: 'idv/type-not-offered' });
      await expect(visitor.choose('passport', 'utopia')).rejects.toMatchObject({ name: 'idv/type-not-offered' });
      expect(await visitor.choose('passport')).toEqual({ step: 'front' });
    });

    it('count a consent that is refused before anything is taken', async () => {
      const { token, visitor } = await begin('q3');
      expect(await visitor.consent(false)).toEqual({ final: 'DECLINED' });
      expect(await resultOf(token)).toMatchObject({
        status: 'DECLINED',
        optIn: null,
        reasons: [{ code: 'consent_denied' }],
      });
    });

    it('take a form that is sent twice once', async () => {
      const { visitor } = await begin('q4');
      await visitor.toOptIn();
      const session = await visitor.session();
      const ends = await race(
        'q4',
        () => visitor.optIn(true),
        () => visitor.optIn(false),
      );
      expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: wrongStep }]);
      expect((await visitor.session()).version).toBe(session.version + 1);
    });

    it('take one of two pictures that two tabs send at once, and keep the one that was read', async () => {
      const { visitor } = await begin('q5');
      await visitor.consent();
      await visitor.choose();
      const session = await visitor.session();
      const [one, other] = [await jpegOf({ seed: 1 }), await jpegOf({ seed: 90 })];
      const ends = await race(
        'q5',
        () => visitor.picture('front', session, one),
        () => visitor.picture('front', session, other),
      );
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: wrongStep });
      const { ref } = await visitor.session();
      const evidence = running().app.get(Evidence);
      expect(await evidence.read(ref, 'front')).toEqual(await evidence.read(ref, 'portrait'));
      expect(await evidence.list(ref)).toHaveLength(2);
    });

    it('refuse what is no picture, and go on', async () => {
      const { visitor } = await begin('q6');
      await visitor.consent();
      await visitor.choose();
      const small = await jpegOf({ width: 190, height: 300 });
      const refused = (bytes: Buffer) => expect(visitor.picture('front', undefined, bytes)).rejects;
      await refused(Buffer.from('<svg/>')).toMatchObject({ name: 'idv/picture-refused', extra: { fault: 'not_jpeg_or_png' } }); // oxfmt-ignore
      await refused(small).toMatchObject({ name: 'idv/picture-refused', extra: { fault: 'too_small' } });
      expect(await visitor.session()).toMatchObject({ step: 'front', attempts: { document: 0 } });
      expect(await visitor.picture('front', undefined, await pngOf())).toEqual({ step: 'confirm' });
    });

    it('end the patience with pictures', async () => {
      const { visitor } = await begin('q7');
      await visitor.consent();
      await visitor.choose();
      const client = await running().database.connect();
      await client.query("UPDATE idv.session SET pictures = 996 WHERE user_id = 'q7'");
      await client.end();
      const refused = (bytes?: Buffer) => expect(visitor.picture('front', undefined, bytes)).rejects;
      await refused(Buffer.from('no picture')).toMatchObject({ name: 'idv/picture-refused' });
      await refused(await pngOf()).toMatchObject({ name: 'idv/too-many-pictures' });
      await refused().toMatchObject({ name: 'idv/too-many-pictures' });
    });
  });
});
