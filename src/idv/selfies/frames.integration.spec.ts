import { FakeEngine } from '../../../test/support/fake-engine.js';
import { LinkedFilm } from '../../../test/support/idv/linked-film.js';
import { idvPortalOf, type IdvPortal } from '../../../test/support/idv-portal.js';
import { IdvVisitor } from '../../../test/support/idv-visitor.js';
import { jpegOf, shaded } from '../../../test/support/pictures.js';
import { running } from '../../../test/e2e/idv/running.js';
import { Database } from '../../shared/persistence/index.js';
import { Evidence } from '../evidence/evidence.service.js';
import { SelfieSteps } from './selfie-steps.service.js';

const outOfOrder = (expected: number | null) => ({ name: 'idv/frame-out-of-order', extra: { expected } });

describe('The frames of a selfie', () => {
  let portal: IdvPortal;
  let engine: FakeEngine;
  let one: Buffer;
  let other: Buffer;
  beforeAll(async () => {
    portal = await idvPortalOf(running(), { test: false });
    one = await jpegOf();
    other = await shaded().negate().jpeg().toBuffer();
  });
  beforeEach(() => {
    engine = FakeEngine.install(running());
  });
  afterAll(() => FakeEngine.uninstall(running()));

  const atSelfie = async (userId: string): Promise<IdvVisitor> =>
    (await IdvVisitor.start(running(), await portal.token(await portal.enrol(userId)))).toSelfie();
  const challengeOf = async (visitor: IdvVisitor) => (await visitor.session()).challenge!;

  it('are taken one after the other, each behind the one before', async () => {
    const visitor = await atSelfie('f-order');
    const film = await visitor.film();
    for (const bytes of [one, other, one]) expect(await film.frame(bytes)).toEqual({});
    expect(await challengeOf(visitor)).toMatchObject({ frames: [0, 1, 2] });
    expect(await film.finish()).toEqual({ step: 'optIn' });
  });

  it('are those of the last film only, when an earlier one had more', async () => {
    const visitor = await atSelfie('f-fewer');
    const earlier = await visitor.film();
    for (const bytes of [one, other, one]) await earlier.frame(bytes);
    const film = await visitor.film();
    await film.frame(one);
    expect(await film.finish()).toEqual({ step: 'optIn' });
    const { ref } = await visitor.session();
    const kinds = (await running().app.get(Evidence).list(ref)).map(({ kind }) => kind);
    expect(kinds).toEqual(['frame-0', 'front', 'portrait', 'selfie']);
  });

  it('are refused when one is left out, comes too early, or comes again', async () => {
    const visitor = await atSelfie('f-gap');
    const film = await visitor.film();
    await expect(film.frame(one, 1)).rejects.toMatchObject(outOfOrder(0));
    await film.frame(one, 0);
    await film.frame(other, 1);
    for (const number of [0, 1, 3, 24, -1]) await expect(film.frame(one, number)).rejects.toMatchObject(outOfOrder(2));
    expect(await challengeOf(visitor)).toMatchObject({ frames: [0, 1] });
  });

  it('are refused when the page has sent another one before', async () => {
    const visitor = await atSelfie('f-other');
    const { nonce } = await visitor.challenge();
    const [film, forged] = [0, 1].map(() => new LinkedFilm(running().app.get(SelfieSteps), visitor.session, nonce)) as [
      LinkedFilm,
      LinkedFilm,
    ];
    await film.frame(one);
    await expect(forged.frame(other)).rejects.toMatchObject(outOfOrder(1));
    await expect(forged.finish()).rejects.toMatchObject(outOfOrder(1));
    expect(await film.finish()).toEqual({ step: 'optIn' });
  });

  it('are answered as the first time when the same bytes come again because the answer was lost', async () => {
    const visitor = await atSelfie('f-again');
    const { nonce } = await visitor.challenge({ light: true });
    const sent = () => new LinkedFilm(running().app.get(SelfieSteps), visitor.session, nonce);
    const [film, again] = [sent(), sent()];
    await film.frame(one);
    expect(await again.frame(one)).toEqual({});
    expect(await challengeOf(visitor)).toMatchObject({ frames: [0] });
    const { pictureCost } = await visitor.session();
    const steps = running().app.get(SelfieSteps);
    const { colour } = await steps.beginLight(await visitor.session(), film.place);
    expect(await steps.beginLight(await visitor.session(), film.place)).toEqual({ colour });
    const second = await film.frame(one, 24);
    expect(second).toEqual({ colour: expect.any(String) });
    expect(await again.frame(one, 24)).toEqual(second);
    expect(await challengeOf(visitor)).toMatchObject({ frames: [0, 24], told: 2 });
    expect((await visitor.session()).pictureCost - pictureCost).toBe(pictureCost / 2);
  });

  it('take one place once when two are sent at the same time', async () => {
    const visitor = await atSelfie('f-race');
    const { nonce } = await visitor.challenge();
    const sent = [one, other].map((bytes) => {
      const film = new LinkedFilm(running().app.get(SelfieSteps), visitor.session, nonce);
      return film.frame(bytes);
    });
    const settled = await Promise.allSettled(sent);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await challengeOf(visitor)).toMatchObject({ frames: [0] });
  });

  it('are stored also when PostgreSQL ends the first transaction because of a deadlock', async () => {
    const visitor = await atSelfie('f-deadlock');
    const film = await visitor.film();
    const db = running().app.get(Database);
    await db.rows('CREATE SEQUENCE public.deadlocks'); // a rollback does not set it back
    await db.rows(
      `CREATE FUNCTION public.end_the_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('public.deadlocks') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF;
         RETURN NEW;
       END $$`,
    );
    await db.rows(
      `CREATE TRIGGER deadlock BEFORE UPDATE OF challenge ON idv.session
       FOR EACH ROW EXECUTE FUNCTION public.end_the_first()`,
    );
    expect(await film.frame(one)).toEqual({});
    await db.rows('DROP TRIGGER deadlock ON idv.session');
    expect(await film.frame(other)).toEqual({});
    expect(await challengeOf(visitor)).toMatchObject({ frames: [0, 1] });
  });

  it('are asked for one at a time with colours, and the next colour is told only for the frame of the previous one', async () => {
    const visitor = await atSelfie('f-light');
    const film = await visitor.film({ light: true });
    const steps = running().app.get(SelfieSteps);
    expect(await steps.beginLight(await visitor.session(), film.place)).toEqual({});
    await film.frame(one);
    const { colours = [] } = await challengeOf(visitor);
    expect(colours).toHaveLength(6);
    expect(await steps.beginLight(await visitor.session(), film.place)).toEqual({ colour: colours[0] });
    await expect(film.frame(one, 1)).rejects.toMatchObject(outOfOrder(24));
    await expect(film.frame(one, 25)).rejects.toMatchObject(outOfOrder(24));
    await expect(film.finish()).rejects.toMatchObject({ name: 'idv/frames-missing', extra: { expected: 24 } });
    for (const [index, next] of [...colours.slice(1), undefined].entries())
      expect(await film.frame(one, 24 + index)).toEqual(next === undefined ? {} : { colour: next });
  });

  it('go on to the last colour after the first was asked for by `light`', async () => {
    const visitor = await atSelfie('f-lit');
    const film = await visitor.film({ light: true });
    await film.frame(one);
    const shown = await film.light(one);
    expect(shown).toHaveLength(6);
    expect(shown).toEqual((await challengeOf(visitor)).colours);
    await expect(film.frame(one, 30)).rejects.toMatchObject(outOfOrder(null));
    expect(await film.finish()).toEqual({ step: 'optIn' });
    expect(engine.lit).toHaveLength(6);
  });

  it('begin anew when the page is loaded again, with the same moves and other colours', async () => {
    const visitor = await atSelfie('f-anew');
    const seen = new Set<string>();
    for (let begun = 0; begun < 3; begun++) {
      const film = await visitor.film({ light: true });
      await film.frame(one);
      const { steps, deadline, colours } = await challengeOf(visitor);
      seen.add(JSON.stringify({ steps, deadline }));
      seen.add(JSON.stringify(colours));
    }
    expect(seen.size).toBe(4);
    expect(await visitor.session()).toMatchObject({ attempts: { selfie: 0 } });
  });

  it('that are begun again and again cost an attempt: nobody waits for colours that suit a recording', async () => {
    const visitor = await atSelfie('f-often');
    for (let begun = 0; begun < 4; begun++) await (await visitor.film({ light: true })).frame(one);
    expect(await visitor.session()).toMatchObject({ attempts: { selfie: 0 } });
    await visitor.film({ light: true });
    expect(await visitor.session()).toMatchObject({ attempts: { selfie: 1 }, challenge: { frames: [] } });
    await visitor.film({ light: true });
    expect(await visitor.session()).toMatchObject({ attempts: { selfie: 1 } });
  });

  it('count for nothing when they are of another challenge', async () => {
    const visitor = await atSelfie('f-nonce');
    const film = await visitor.film();
    await film.frame(one);
    const next = await visitor.film();
    await expect(film.frame(one)).rejects.toMatchObject({ name: 'idv/challenge-over' });
    await expect(film.finish()).rejects.toMatchObject({ name: 'idv/challenge-over' });
    expect(await next.frame(one)).toEqual({});
  });

  it('are not taken when an earlier version began their challenge, and no attempt is lost', async () => {
    const visitor = await atSelfie('f-upgrade');
    const deadline = new Date(Date.now() + 60_000).toISOString();
    const old = { nonce: 'old', steps: ['look_straight'], frames: [0], taken: 1, deadline };
    const { sessionId } = await visitor.session();
    await running()
      .app.get(Database)
      .rows('UPDATE idv.session SET challenge = $2 WHERE session_id = $1', [sessionId, JSON.stringify(old)]);
    const film = new LinkedFilm(running().app.get(SelfieSteps), visitor.session, 'old');
    await expect(film.frame(one, 1)).rejects.toMatchObject({ name: 'idv/frame-out-of-order' });
    await expect(film.finish()).rejects.toMatchObject({ name: 'idv/frame-out-of-order' });
    expect(await (await visitor.film()).frame(one)).toEqual({});
    expect(await visitor.session()).toMatchObject({ attempts: { selfie: 0 } });
  });
});
