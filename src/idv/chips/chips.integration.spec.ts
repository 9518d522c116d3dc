import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { answersOf, ChipSession, openChip, readChipFiles } from '@countersign/emrtd/reader';
import {
  specimenDocument,
  SpecimenState,
  utopia,
  VirtualChip,
  type DocumentOptions,
} from '@countersign/emrtd/specimens';
import { ChipTrust } from '../chip-trust/chip-trust.service.js';
import { ChipReadings } from './chip-readings.service.js';
import { ChipPortraits } from './portrait/chip-portraits.service.js';
import { currentQueueKey } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { moveClock } from '../../../test/support/clock.js';
import { FakeEngine } from '../../../test/support/fake-engine.js';
import { ChipApp, challengeOf, type OpenedByApp } from '../../../test/support/idv/chip-app.js';
import { startedBrowser, type HttpBrowser } from '../../../test/support/idv/http-browser.js';
import { idvPortalOf, type IdvPortal } from '../../../test/support/idv-portal.js';
import { IdvVisitor } from '../../../test/support/idv-visitor.js';
import { jpegOf } from '../../../test/support/pictures.js';
import { portalOf } from '../../../test/support/tokens.js';
import { VirtualPassports } from './virtual/virtual-passports.service.js';
import { running } from '../../../test/e2e/idv/running.js';

const APP = { name: 'Lanternfield', link: 'https://bank.example/app/chip' };

/** Over HTTP: the pages in a browser, the app's three requests, and chips in memory. */
describe('The chip of a passport', () => {
  let portal: IdvPortal;
  let picture: Uint8Array;
  beforeAll(async () => {
    portal = await idvPortalOf(running());
    await portal.configure({ chip: 'offered', chipApp: APP });
    picture = Uint8Array.from(await jpegOf({ width: 320, height: 400 }));
  });

  const names = { firstName: 'Anna', lastName: 'Eriksson' };
  const atChip = async (userId: string, who = portal) => {
    const { browser, token } = await startedBrowser(running(), who, userId, names);
    await browser.submit(await browser.session(), 'consent', { agreed: 'yes' });
    await browser.submit(await browser.session(), 'document', { type: 'passport', country: 'UTO' });
    await browser.picture(await browser.session(), 'pictures/front', await jpegOf());
    return { browser, token, app: new ChipApp(running(), await codeOn(browser)) };
  };
  const codeOn = async (browser: HttpBrowser) => /#code=([\w-]{43})"/.exec((await phone(browser)).text)?.[1] ?? '';
  const phone = (browser: HttpBrowser) =>
    browser.send('GET', '/IdvWebServer/session', undefined, { 'sec-ch-ua-mobile': '?1' });
  const passport = ({ zone }: { zone: object }, options: Partial<DocumentOptions> = {}) =>
    specimenDocument(utopia(), { picture, zone, chipKey: 'brainpoolP256r1', ...options }).chip;
  const resultOf = async (token: string) => (await portal.result(token)).body as Record<string, never>;
  const refusal = (reason: string) => ({ status: 422, body: { code: 'idv/chip-refused', reason } });
  const stepOf = async (userId: string) =>
    (await running()
      .app.get(Database)
      .one<{ step: string; status: string; attempts: { document: number } }>(
        'SELECT step, status, attempts FROM idv.session WHERE user_id = $1 ORDER BY created_at DESC',
        [userId],
      ))!;

  it('leads from the photographed zone to VERIFIED, and the result says what it proved', async () => {
    const { browser, token, app } = await atChip('chip-good');
    const page = await phone(browser);
    const opened = await app.open();
    expect(page.text).toContain(`dir="ltr">${opened.number}</p>`);
    expect(opened).toMatchObject({ zone: { number: 'L898902C3', birth: '740812' }, test: true });
    await app.read(passport(opened));
    const confirm = await browser.session();
    expect(confirm.text).toContain('Proven by the chip of your passport');
    await browser.submit(confirm, 'confirmation', { answer: 'confirm' });
    const secret = /cs-idv-session=([\w-]{43})/.exec(browser.cookies)?.[1] ?? '';
    const visitor = IdvVisitor.of(running(), secret);
    await visitor.selfie();
    await visitor.optIn();
    expect(await resultOf(token)).toMatchObject({
      status: 'VERIFIED',
      document: {
        ...{ type: 'passport', number: 'L898902C3', lastNames: 'ERIKSSON', firstNames: 'ANNA MARIA', method: 'chip' },
        proof: {
          ...{ level: 'genuine_chip', by: 'chip_authentication', state: 'UT', revocation: 'unknown', weak: false },
          ...{ algorithm: 'ECDSA with SHA-256', compared: ['number', 'birthDate', 'expiryDate'] },
        },
      },
    });
  });

  it('has its face decoded in the turn of its enterprise', async () => {
    const portraits = running().app.get(ChipPortraits);
    const decode = portraits.jpegOf.bind(portraits);
    const tenants: (string | undefined)[] = [];
    const decoding = jest.spyOn(portraits, 'jpegOf').mockImplementation((portrait) => {
      tenants.push(currentQueueKey()?.tenant);
      return decode(portrait);
    });
    const { browser, app } = await atChip('chip-turn');
    await phone(browser);
    await app.read(passport(await app.open()));
    decoding.mockRestore();
    expect(tenants).toEqual([expect.stringContaining('default')]);
  });

  it('tells reviewers its proof, and that the fields are those of the chip', async () => {
    const reviewer = await portalOf(running(), { scopes: ['idv:read', 'idv:review'], test: true });
    const { body: found } = await reviewer.get('/v1/idvSessions?userId=chip-good');
    const { body } = await reviewer.get(`/v1/idvSessions/${found.idvSessions[0].sessionId}`);
    expect(body.findings.document.proof).toMatchObject({ level: 'genuine_chip', state: 'UT' });
    expect(body.findings.fields).toContainEqual(expect.objectContaining({ name: 'number', source: 'chip' }));
  });

  it('is told apart from a copy, which has every file and not the key', async () => {
    const { browser, token, app } = await atChip('chip-copy');
    const opened = await app.open();
    const real = passport(opened);
    const copy = new VirtualChip({ ...real.options, key: undefined });
    const session = await openedChip(copy, opened.zone);
    const { challenge } = await app.files(await readChipFiles(session));
    // The answer that the real chip gave to another challenge.
    const replayed = await answersOf(await openedChip(real, opened.zone), challengeOf(challenge));
    expect(await app.answers({ chip: flipped(replayed.chip!) })).toMatchObject(refusal('chip_not_genuine'));
    expect(await resultOf(token)).toMatchObject({
      status: 'DOCUMENT_REJECTED',
      reasons: [{ code: 'chip_not_genuine', retryable: false }],
    });
    expect((await browser.session()).text).toContain('We cannot accept this passport');
  });

  it('may be held again when its proof is missing, as often as contact is lost, and that is no try', async () => {
    const { browser, app } = await atChip('chip-away');
    const opened = await app.open();
    const chip = passport(opened);
    await app.files(await readChipFiles(await openedChip(chip, opened.zone)));
    expect(await app.answers({})).toMatchObject(refusal('chip_not_read'));
    const second = new ChipApp(running(), await codeOn(browser));
    await second.open();
    expect((await second.failure('not_read')).status).toBe(204);
    expect((await browser.session()).text).toContain('The chip was not read to the end.');
    expect(await stepOf('chip-away')).toMatchObject({ step: 'chip', attempts: { document: 1 } });
    const third = new ChipApp(running(), await codeOn(browser));
    await third.open();
    await third.read(chip);
    expect(await stepOf('chip-away')).toMatchObject({ step: 'confirm' });
  });

  describe('leaves no files in the evidence', () => {
    const kindsOf = async (userId: string) =>
      (
        await running()
          .app.get(Database)
          .rows<{ kind: string }>(
            `SELECT kind FROM idv.evidence JOIN idv.session USING (session_id) WHERE user_id = $1`,
            [userId],
          )
      ).map(({ kind }) => kind);
    /** Up to the challenge, for which the files are stored. */
    const challenged = async (userId: string) => {
      const at = await atChip(userId);
      const opened = await at.app.open();
      await at.app.files(await readChipFiles(await openedChip(passport(opened), opened.zone)));
      expect(await kindsOf(userId)).toContain('chip');
      return at;
    };

    it('when its proof is missing', async () => {
      const { app } = await challenged('chip-left-refused');
      expect(await app.answers({})).toMatchObject(refusal('chip_not_read'));
      expect(await kindsOf('chip-left-refused')).not.toContain('chip');
    });

    it.each([
      ['asks for a new code', 'chip-left-again', 'chip'],
      ['goes on without it', 'chip-left-without', 'chip/without'],
      ['photographs the document again', 'chip-left-page', 'chip/page'],
    ])('when the user %s', async (_what, userId, action) => {
      const { browser } = await challenged(userId);
      await browser.submit(await browser.session(), action);
      expect(await kindsOf(userId)).not.toContain('chip');
    });

    it('when the user says that it was misread, but does when the user confirms the reading', async () => {
      const { browser } = await atChip('chip-left-misread');
      const read = async () => browser.submit(await browser.session(), 'chip/virtual', { passport: 'real' });
      await read();
      expect(await kindsOf('chip-left-misread')).toContain('chip');
      await browser.submit(await browser.session(), 'confirmation', { answer: 'retake' });
      expect(await kindsOf('chip-left-misread')).not.toContain('chip');
      await browser.picture(await browser.session(), 'pictures/front', await jpegOf());
      await read();
      await browser.submit(await browser.session(), 'confirmation', { answer: 'confirm' });
      expect(await kindsOf('chip-left-misread')).toContain('chip');
    });
  });

  it('belongs to the first app that takes the code, each of whose steps counts once', async () => {
    const { browser, app } = await atChip('chip-second');
    const code = await codeOn(browser);
    const opened = await app.open();
    expect(await new ChipApp(running(), code).tryOpen()).toMatchObject({
      status: 404,
      body: { code: 'idv/chip-code-gone' },
    });
    const files = await readChipFiles(await openedChip(passport(opened), opened.zone));
    // Before files are sent there is no challenge, so answers are refused.
    expect(await app.answers({})).toMatchObject({ status: 409, body: { code: 'idv/chip-reading-gone' } });
    const both = await Promise.all([app.tryFiles(files), app.tryFiles(files)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await app.tryFiles(files)).toMatchObject({ status: 409, body: { code: 'idv/chip-reading-gone' } });
    const stranger = new ChipApp(
      running(),
      code,
      app.token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    );
    expect((await stranger.answers({})).status).toBe(409);
    moveClock(running().app, 121_000);
    expect(await app.answers({})).toMatchObject({ status: 409, body: { code: 'idv/chip-reading-gone' } });
    expect(await stepOf('chip-second')).toMatchObject({ step: 'chip', attempts: { document: 1 } });
    moveClock(running().app, -121_000);
  });

  it('does not take the answer of another session, though the same chip gave it', async () => {
    const [one, other] = [await atChip('chip-one'), await atChip('chip-other')];
    const chip = passport(await one.app.open());
    const { zone } = await other.app.open();
    await one.app.files(await readChipFiles(await openedChip(chip, zone)));
    const session = await openedChip(chip, zone);
    const { challenge } = await other.app.files(await readChipFiles(session));
    const answers = await answersOf(session, challengeOf(challenge));
    expect(await one.app.answers(answers)).toMatchObject(refusal('chip_not_genuine'));
    expect((await other.app.answers(answers)).status).toBe(204);
    expect((await other.app.answers(answers)).status).toBe(409);
  });

  it.each<readonly [string, string, string, (opened: OpenedByApp) => VirtualChip]>([
    [
      'of a state that nobody trusts',
      'chip-stranger',
      'chip_issuer_unknown',
      ({ zone }) => specimenDocument(new SpecimenState(), { picture, zone }).chip,
    ],
    [
      'of another passport',
      'chip-differs',
      'document_data_mismatch',
      (o) => renamed(passport({ zone: { ...o.zone, number: 'X123456Y7' } }), o.zone),
    ],
    [
      'of another person',
      'chip-person',
      'document_data_mismatch',
      ({ zone }) => passport({ zone: { ...zone, surname: 'DOE', given: 'JANE' } }),
    ],
    [
      'whose face is no picture',
      'chip-face',
      'chip_not_verified',
      (o) => passport(o, { picture: Uint8Array.of(0xff, 0xd8, 0xff, 0xd9) }),
    ],
  ])('%s is refused', async (_title, userId, reason, chipOf) => {
    const { browser, app } = await atChip(userId);
    const opened = await app.open();
    const session = await openedChip(chipOf(opened), opened.zone);
    expect(await app.tryFiles(await readChipFiles(session))).toMatchObject(refusal(reason));
    expect((await browser.session()).status).toBe(200);
  });

  it('is refused before its face is decoded, where that says that it is vast', async () => {
    const decoding = jest.spyOn(running().app.get(ChipPortraits), 'jpegOf');
    for (const [userId, face] of vastFaces()) {
      const { app } = await atChip(userId);
      const opened = await app.open();
      const session = await openedChip(passport(opened, { picture: face }), opened.zone);
      expect(await app.tryFiles(await readChipFiles(session))).toMatchObject(refusal('chip_not_verified'));
    }
    expect(decoding).not.toHaveBeenCalled();
    decoding.mockRestore();
  });

  it('may be left out where it is offered, and ends the session where it is required', async () => {
    const { browser, token } = await atChip('chip-without');
    await browser.submit(await browser.session(), 'chip/without');
    await browser.submit(await browser.session(), 'confirmation', { answer: 'confirm' });
    expect(await stepOf('chip-without')).toMatchObject({ step: 'selfie' });
    expect((await portal.cancel(token)).status).toBe(200);

    await portal.configure({ chip: 'required', chipProof: 'genuine_chip', chipApp: APP });
    const { browser: withCard } = await startedBrowser(running(), portal, 'chip-card', names);
    await withCard.submit(await withCard.session(), 'consent', { agreed: 'yes' });
    const card = { type: 'identity_card', country: 'UTO' };
    expect((await withCard.submit(await withCard.session(), 'document', card)).status).toBe(422);
    const required = await atChip('chip-required');
    const opened = await required.app.open();
    const session = await openedChip(passport(opened, { chipKey: undefined }), opened.zone);
    await required.app.files(await readChipFiles(session));
    expect(await required.app.answers({})).toMatchObject(refusal('chip_without_proof'));
    const vain = await phone(required.browser);
    expect(vain.text).toMatch(/This chip cannot prove that it is not a copy[^]*<button class="">I cannot read a chip/);
    expect(vain.text).not.toMatch(/#code=|Tries left/);
    await required.browser.submit(vain, 'chip'); // another passport may do
    expect(await codeOn(required.browser)).toHaveLength(43);
    await required.browser.submit(await required.browser.session(), 'chip/without');
    expect(await resultOf(required.token)).toMatchObject({ status: 'CANCELLED', reasons: [{ code: 'chip_needed' }] });
    await portal.configure({ chip: 'offered', chipApp: APP });
  });

  it('refuses fingers and bodies that are made to hurt before anything is verified', async () => {
    const { app } = await atChip('chip-bodies');
    const opened = await app.open();
    for (const files of [{ DG3: 'AAAA' }, { SOD: 'x'.repeat(42_669) }, { DG1: '%%%%' }, { DG1: 7 }, 'files'])
      expect(await app.send('files', { files })).toMatchObject({ status: 422 });
    expect(await app.send('answers', { answers: { chip: 'A'.repeat(1_400) } })).toMatchObject({ status: 422 });
    await app.read(passport(opened));
    expect(await stepOf('chip-bodies')).toMatchObject({ step: 'confirm' });
  });

  it('goes on with a new code after the process that judged a step was killed in the middle of it', async () => {
    const { browser, app } = await atChip('chip-killed');
    const opened = await app.open();
    const chip = passport(opened);
    const files = await readChipFiles(await openedChip(chip, opened.zone));
    // Simulates a process that died while it judged the files.
    const killed = `UPDATE idv.chip_reading SET status = 'TAKEN'
      WHERE session_id = (SELECT session_id FROM idv.session WHERE user_id = $1)`;
    await running().app.get(Database).rows(killed, ['chip-killed']);
    expect(await app.tryFiles(files)).toMatchObject({ status: 409, body: { code: 'idv/chip-reading-gone' } });
    await browser.submit(await browser.session(), 'chip');
    const again = new ChipApp(running(), await codeOn(browser));
    await again.open();
    await again.read(chip);
    expect(await stepOf('chip-killed')).toMatchObject({ step: 'confirm', attempts: { document: 1 } });
  });

  it('is virtual in test mode: the page tells the real one from its copy', async () => {
    const { browser, token } = await atChip('chip-virtual');
    await browser.submit(await browser.session(), 'chip/virtual', { passport: 'real' });
    expect((await browser.session()).text).toContain('so it is not a copy');
    await browser.submit(await browser.session(), 'confirmation', { answer: 'retake' });
    await browser.picture(await browser.session(), 'pictures/front', await jpegOf());
    await browser.submit(await browser.session(), 'chip/virtual', { passport: 'copy' });
    expect(await resultOf(token)).toMatchObject({ status: 'DOCUMENT_REJECTED' });
  });

  describe('of a live user', () => {
    let live: IdvPortal;
    const austria = new SpecimenState({ country: 'AT' });
    const trust = () => running().app.get(ChipTrust);
    beforeAll(async () => {
      FakeEngine.install(running()).reads({ country: 'AUT', number: 'P1234567', expiryDate: '2031-12-31' });
      live = await idvPortalOf(running(), { test: false });
      await live.configure({ chip: 'offered', chipApp: APP });
      await (await trust().read(austria.authority, false)).write();
    });
    afterAll(() => FakeEngine.uninstall(running()));

    const atLiveChip = async (userId: string) => {
      const visitor = await IdvVisitor.start(running(), await live.token(await live.enrol(userId, names)));
      await visitor.consent();
      await visitor.choose('passport', 'AUT');
      return { visitor, step: await visitor.picture() };
    };
    const codeOf = async (visitor: IdvVisitor) =>
      (
        await running()
          .app.get(ChipReadings)
          .shownOf(await visitor.session())
      )?.code ?? '';

    it('is verified by the trust of the moment of its answer: what was removed meanwhile counts no more', async () => {
      const { visitor } = await atLiveChip('chip-live');
      const virtual = running()
        .app.get(VirtualPassports)
        .hold(await visitor.session(), 'real');
      await expect(virtual).rejects.toMatchObject({ name: 'kernel/not-found' });
      const app = new ChipApp(running(), await codeOf(visitor));
      const { zone } = await app.open();
      const options = { picture, zone: { ...zone, issuer: 'AUT' }, chipKey: 'brainpoolP256r1' };
      const session = await openedChip(specimenDocument(austria, options).chip, zone);
      const { challenge } = await app.files(await readChipFiles(session));
      const answers = await answersOf(session, challengeOf(challenge));
      const [authority] = (await trust().all()).filter(({ state }) => state === 'AT');
      await trust().remove(authority!.id);
      expect(await app.answers(answers)).toMatchObject(refusal('chip_issuer_unknown'));
      expect(await visitor.session()).toMatchObject({ step: 'chip', reasons: ['chip_issuer_unknown'] });
      // Without trusted authorities, no chip is offered.
      expect((await atLiveChip('chip-live-2')).step).toEqual({ step: 'confirm' });
    });
  });
});

const openedChip = async (chip: VirtualChip, zone: { number: string; birth: string; expiry: string }) => {
  chip.reset();
  const session = new ChipSession(chip);
  await openChip(session, { zone });
  return session;
};

/** A chip that opens with the key of a page, although its files name another zone. */
const renamed = (chip: VirtualChip, zone: { number: string; birth: string; expiry: string }) =>
  new VirtualChip({ ...chip.options, zone });

const drawn = readFileSync(new URL('../../../packages/emrtd/fixtures/portrait.jp2', import.meta.url));
const codeStream = drawn.indexOf(Buffer.of(0xff, 0x4f, 0xff, 0x51));
/**
 * Pictures that claim to be vast: a drawn face whose code stream says 100,000 × 100,000, and a JPEG of the largest
 * possible size.
 */
const vastFaces = (): readonly (readonly [userId: string, face: Uint8Array])[] => {
  const jpeg2000 = Uint8Array.from(drawn);
  for (const place of [8, 12, 24, 28]) new DataView(jpeg2000.buffer, codeStream).setUint32(place, 100_000);
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 255, 255, 255, 255, 3, ...new Uint8Array(99));
  return [
    ['chip-vast-1', jpeg2000],
    ['chip-vast-2', jpeg],
  ];
};

const flipped = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte));
