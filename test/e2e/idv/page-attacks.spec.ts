import { setTimeout as sleep } from 'node:timers/promises';
import { SessionRepository } from '../../../src/idv/sessions/session.repository.js';
import { SessionWaits } from '../../../src/idv/hosted-pages/session-waits.service.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { HttpBrowser, linkOf, startedBrowser, type Shown } from '../../support/idv/http-browser.js';
import { idvPortalOf, type IdvPortal } from '../../support/idv-portal.js';
import { handmadePng, jpegOf } from '../../support/pictures.js';
import { running } from './running.js';

const PAGE = '/IdvWebServer/session';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>');
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');

/** What somebody can do to the pages with a browser or a script: over HTTP, with the cookies and forms of the pages. */
describe('Attacks on the pages', () => {
  let portal: IdvPortal;
  let jpeg: Buffer;
  beforeAll(async () => {
    portal = await idvPortalOf(running());
    jpeg = await jpegOf();
  });

  const rowOf = async (userId: string) =>
    (await running()
      .app.get(Database)
      .one<{ step: string; version: number; status: string; attempts: object }>(
        'SELECT step, version, status, attempts FROM idv.session WHERE user_id = $1',
        [userId],
      ))!;
  const begin = (userId: string, fields?: object) => startedBrowser(running(), portal, userId, fields);
  const atCamera = async (userId: string) => {
    const begun = await begin(userId);
    const { browser } = begun;
    await browser.submit(await browser.session(), 'consent', { agreed: 'yes' });
    await browser.submit(await browser.session(), 'document', { type: 'passport', country: 'UTO' });
    return { ...begun, page: await browser.session() };
  };
  const codeOf = ({ text }: Shown) => JSON.parse(text) as { code: string; fault?: string };

  describe('A picture through the page', () => {
    it.each<readonly [string, string, () => Buffer, number, object]>([
      [
        'a decompression bomb',
        'image/png',
        () => handmadePng(12_000, 12_000, Buffer.alloc(8_000_000)),
        422,
        { fault: 'too_large' },
      ],
      [
        'small on the wire and takes the decoder for seconds',
        'image/png',
        () => {
          const deep = handmadePng(6_300, 6_300, Buffer.alloc(6_300 * 6_301));
          [deep[24], deep[28]] = [16, 1];
          return deep;
        },
        422,
        { fault: 'too_complex' },
      ],
      [
        'small and unpacks to much more than it claims',
        'image/png',
        () => handmadePng(190, 190, Buffer.alloc(40_000_000)),
        422,
        { code: 'idv/picture-refused' },
      ],
      [
        'a web page too',
        'image/jpeg',
        () => Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]),
        422,
        { fault: 'foreign_content' },
      ],
      ['cut off', 'image/jpeg', () => jpeg.subarray(0, jpeg.length / 2), 422, { fault: 'damaged' }],
      ['an SVG', 'image/svg+xml', () => SVG, 415, { code: 'kernel/unsupported-media-type' }],
      ['an SVG by another name', 'image/jpeg', () => SVG, 415, { code: 'kernel/unsupported-media-type' }],
      ['a PDF', 'application/pdf', () => PDF, 415, { code: 'kernel/unsupported-media-type' }],
      ['a PDF by another name', 'image/png', () => PDF, 415, { code: 'kernel/unsupported-media-type' }],
      [
        'a form',
        'application/x-www-form-urlencoded',
        () => Buffer.from('a=b'),
        415,
        { code: 'kernel/unsupported-media-type' },
      ],
      ['nothing', 'image/jpeg', () => Buffer.alloc(0), 415, { code: 'kernel/unsupported-media-type' }],
      [
        'too large',
        'image/jpeg',
        () => Buffer.concat([jpeg, Buffer.alloc(8 * 1024 * 1024)]),
        413,
        { code: 'kernel/body-too-large' },
      ],
    ])(
      'is refused with a clear problem, and the session goes on, when it is %s',
      async (what, type, make, status, problem) => {
        const userId = `pic-${what.replaceAll(' ', '-')}`;
        const { browser, page } = await atCamera(userId);
        const before = await rowOf(userId);
        const answer = await browser.picture(page, 'pictures/front', make(), type);
        expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
          status,
          type: expect.stringMatching(/^application\/problem\+json/),
        });
        expect(codeOf(answer)).toMatchObject(problem);
        expect(await rowOf(userId)).toEqual(before);
        expect((await browser.picture(page, 'pictures/front', jpeg)).text).toBe('{"step":"confirm"}');
      },
    );

    it('leaves the session where it was when it is broken off on its way', async () => {
      const { browser, page } = await atCamera('pic-broken');
      const before = await rowOf('pic-broken');
      const ends = new AbortController();
      const sending = browser.picture(
        page,
        'pictures/front',
        jpeg,
        'image/jpeg',
        {},
        { first: 1_000, signal: ends.signal },
      );
      await sleep(50);
      ends.abort();
      await expect(sending).rejects.toThrow();
      expect(await rowOf('pic-broken')).toEqual(before);
      expect((await browser.picture(page, 'pictures/front', jpeg)).status).toBe(200);
    });
  });

  it('Forty slow uploads of one session hold up nobody else: two are taken, and the others told to come back', async () => {
    const [evil, acme] = [await atCamera('slow-evil'), await atCamera('slow-acme')];
    const ends = new AbortController();
    const turnedAway: number[] = [];
    const slow = Array.from({ length: 40 }, async () => {
      const answer = await evil.browser.picture(evil.page, 'pictures/front', jpeg, 'image/jpeg', {}, { first: 100, signal: ends.signal }); // oxfmt-ignore
      turnedAway.push(answer.status);
    });
    while (turnedAway.length < 38) await sleep(5);
    expect((await acme.browser.picture(acme.page, 'pictures/front', jpeg)).status).toBe(200);
    expect(turnedAway).toEqual(Array(38).fill(429));
    ends.abort();
    expect((await Promise.allSettled(slow)).filter(({ status }) => status === 'rejected')).toHaveLength(2);
    let again = 429;
    while (again === 429) again = (await evil.browser.picture(evil.page, 'pictures/front', jpeg)).status;
    expect(again).toBe(200);
  });

  it('A browser that asks too often is told to wait, and others are not', async () => {
    const [busy, other] = [await begin('asks-often'), await begin('asks-once')];
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 1_000) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => busy.browser.session()));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await other.browser.session()).toMatchObject({ status: 200 });
  });

  describe('A page that waits', () => {
    const state = (browser: HttpBrowser, version: string, stop?: AbortSignal) =>
      browser.send(
        'GET',
        `${PAGE}/state?version=${version}`,
        undefined,
        { accept: 'application/json' },
        stop && { first: 0, signal: stop },
      );
    const versionOf = async (browser: HttpBrowser) =>
      (JSON.parse((await state(browser, 'none')).text) as { version: string }).version;
    const waiting = async (count: number) => {
      while (running().app.get(SessionWaits).open !== count) await sleep(5);
    };

    it('reads the session once, and again when it changes', async () => {
      const { browser } = await begin('wait-once');
      const page = await browser.session();
      const version = await versionOf(browser);
      const reads = jest.spyOn(running().app.get(SessionRepository), 'findByOwner');
      const answer = state(browser, version);
      await waiting(1);
      await sleep(1_500);
      expect(reads).toHaveBeenCalledTimes(1);
      reads.mockRestore();
      await browser.submit(page, 'consent', { agreed: 'yes' });
      expect(JSON.parse((await answer).text)).toMatchObject({ step: 'document', status: 'IN_PROGRESS' });
      await waiting(0);
    });

    it('is answered at once when its browser opens too many, the oldest first, and forgotten when it is closed', async () => {
      const { browser } = await begin('wait-many');
      const other = await begin('wait-other');
      const version = await versionOf(browser);
      const ends = new AbortController();
      const elsewhere = state(other.browser, await versionOf(other.browser), ends.signal);
      await waiting(1);
      const first = state(browser, version);
      await waiting(2);
      const others = Array.from({ length: 4 }, () => state(browser, version, ends.signal));
      expect(JSON.parse((await first).text)).toMatchObject({ version });
      await waiting(5);
      ends.abort();
      const ended = await Promise.allSettled([elsewhere, ...others]);
      expect(ended.map(({ status: how }) => how)).toEqual(Array(5).fill('rejected'));
      await waiting(0);
    });

    /** A desktop with its number page, and the phone that waits beside it. */
    const handedOver = async (userId: string) => {
      const { browser } = await begin(userId);
      await browser.submit(await browser.session(), 'handover');
      const { text } = await browser.session();
      const desktop = state(browser, /data-version="([^"]+)"/.exec(text)?.[1] ?? '');
      await waiting(1);
      const phone = new HttpBrowser(running());
      const shown = await phone.open(/\/IdvWebServer\/handover\?token=[\w-]+/.exec(text)?.[0] ?? '');
      expect(JSON.parse((await desktop).text)).toMatchObject({ version: expect.stringMatching(/-opened$/) });
      const told = state(phone, 'phone');
      await waiting(1);
      const number = /\b\d\d\b/.exec(shown.text.replace(/^[^]*<main/, ''))?.[0] ?? '';
      return { browser, page: await browser.session(), told, number };
    };
    /** Less than a request waits when nothing happens. */
    const soon = async <T>(what: Promise<T>): Promise<T | 'late'> =>
      Promise.race([what, sleep(15_000, 'late' as const, { ref: false })]);

    it('learns that a phone has opened the link, and the phone that it may go on', async () => {
      const { browser, page, told, number } = await handedOver('wait-phone');
      await browser.submit(page, 'confirm', { number });
      expect(JSON.parse((await told).text)).toMatchObject({ version: expect.stringMatching(/^owner-/) });
    });

    it.each([
      ['the number was wrong', 'confirm', (number: string) => ({ number: String(109 - Number(number)) })],
      ['the desktop stays', 'stay', () => ({})],
      ['there is another link', 'handover', () => ({})],
    ])('learns on a phone that its link is void: %s', async (what, form, fields) => {
      const { browser, page, told, number } = await handedOver(`wait-void-${what.replaceAll(' ', '-')}`);
      await browser.submit(page, form, fields(number));
      expect(await soon(told)).toMatchObject({ status: 404 });
    });
  });

  describe('A form', () => {
    it('leads back to the present step when its own has not come, and changes nothing', async () => {
      const { browser } = await begin('forged');
      const page = await browser.session();
      const before = await rowOf('forged');
      for (const [form, fields] of [
        ['document', { type: 'passport', country: 'UTO' }],
        ['another', {}],
        ['confirmation', { answer: 'confirm' }],
        ['opt-in', { agreed: 'yes' }],
        ['simulate', {}],
      ] as const)
        expect(await browser.submit(page, form, fields)).toMatchObject({ status: 303, location: PAGE });
      for (const path of ['pictures/front', 'pictures/back', 'frames/0', 'challenges', 'light', 'selfie']) {
        const answer = await browser.picture(page, path, jpeg);
        expect({ path, status: answer.status, ...codeOf(answer) }).toMatchObject({ path, status: 409, code: 'idv/wrong-step', step: 'consent' }); // oxfmt-ignore
      }
      expect(await rowOf('forged')).toEqual(before);
    });

    it('takes the number of a frame written in one way only', async () => {
      const { browser, page } = await atCamera('frames');
      await running().app.get(Database).rows(`UPDATE idv.session SET step = 'selfie' WHERE user_id = 'frames'`);
      const begun = await browser.picture(page, 'challenges', new Uint8Array());
      const { nonce } = JSON.parse(begun.text) as { nonce: string };
      const statuses: Record<string, number> = {};
      for (const number of ['0x0', '0e0', '00', '+0', '%30%20', '0']) {
        const headers = { 'challenge-nonce': nonce, 'challenge-link': nonce };
        const { status } = await browser.picture(page, `frames/${number}`, jpeg, 'image/jpeg', headers);
        statuses[number] = status;
      }
      expect(statuses).toEqual({ '0x0': 404, '0e0': 404, '00': 404, '+0': 404, '%30%20': 404, '0': 200 });
    });

    it('that is sent twice, or by a second tab that is behind, does what it does once', async () => {
      const { browser } = await begin('tabs');
      const other = browser.copy();
      const [page, behind] = [await browser.session(), await other.session()];
      const both = [
        browser.submit(page, 'consent', { agreed: 'yes' }),
        other.submit(behind, 'consent', { agreed: 'no' }),
      ];
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303]);
      const { step, version } = await rowOf('tabs');
      await other.submit(behind, 'consent', { agreed: 'yes' });
      await browser.submit(page, 'consent', { agreed: 'no' });
      expect(await rowOf('tabs')).toMatchObject({ step, version });
    });

    it('is refused when it is of another browser’s session, whoever sends it', async () => {
      const [victim, attacker] = [await begin('csrf-victim'), await begin('csrf-attacker')];
      const [own, foreign] = [await victim.browser.session(), await attacker.browser.session()];
      const refused = [
        await victim.browser.submit(foreign, 'consent', { agreed: 'yes' }),
        await victim.browser.submit({ ...own, text: '' }, 'consent', { agreed: 'yes' }),
        await victim.browser.send(
          'POST',
          `${PAGE}/consent`,
          new URLSearchParams({ csrf: csrfIn(own), agreed: 'yes' }),
          { 'sec-fetch-site': 'cross-site' },
        ),
      ];
      for (const answer of refused) {
        expect(answer).toMatchObject({ status: 403 });
        expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      }
      expect(await rowOf('csrf-victim')).toMatchObject({ step: 'consent' });
    });
  });

  describe('A link', () => {
    it('that was stolen after the start shows nothing and starts nothing', async () => {
      const { browser, token } = await begin('stolen');
      const thief = new HttpBrowser(running());
      const page = await thief.open(linkOf(token));
      expect(page).toMatchObject({ status: 409, text: expect.stringContaining('Already open in another browser') });
      expect((await thief.session()).status).toBe(404);
      expect(await thief.submit(await browser.session(), 'consent', { agreed: 'yes' })).toMatchObject({ status: 303 });
      expect(await rowOf('stolen')).toMatchObject({ step: 'consent' });
      expect((await browser.session()).status).toBe(200);
    });

    it('is said to be over when its session is over, or never was', async () => {
      const { token } = await begin('link-over');
      await portal.cancel(token);
      for (const one of [token, 'x'.repeat(43), '', '../../etc/passwd'])
        expect(await new HttpBrowser(running()).open(linkOf(encodeURIComponent(one)))).toMatchObject({
          status: 404,
          text: expect.stringContaining('This link is not valid'),
        });
    });
  });

  it('A session whose time is up takes nothing more, and its page says so', async () => {
    const { browser, page, token } = await atCamera('late');
    await running().app.get(Database).rows(`UPDATE idv.session SET expires_at = now() WHERE user_id = 'late'`);
    const answer = await browser.picture(page, 'pictures/front', jpeg);
    expect({ status: answer.status, ...codeOf(answer) }).toMatchObject({ status: 410, code: 'idv/expired' });
    expect(await browser.submit(page, 'another')).toMatchObject({ status: 303, location: PAGE });
    expect((await browser.session()).text).toContain('This verification has expired');
    expect((await portal.result(token)).body).toMatchObject({ status: 'EXPIRED' });
  });

  it('A session of another enterprise is none for this one’s portal', async () => {
    const stranger = await idvPortalOf(running(), { enterpriseId: 'another-bank' });
    const { browser, token } = await begin('ours');
    const answers = [await stranger.result(token), await stranger.cancel(token)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([404, 'idv/not-found']));
    expect((await browser.session()).status).toBe(200);
    expect(await rowOf('ours')).toMatchObject({ status: 'IN_PROGRESS' });
  });

  it('The back button and a reload show the step where the session is, at every address', async () => {
    const { browser, page } = await atCamera('back');
    await browser.picture(page, 'pictures/front', jpeg);
    for (const form of ['consent', 'document', 'another', 'confirmation', 'opt-in', 'cancel', 'handover'])
      expect((await browser.open(`${PAGE}/${form}`)).text).toContain('Is this right?');
    expect((await browser.open('/IdvWebServer/start')).text).toContain('Is this right?');
  });
});

const csrfIn = ({ text }: Shown): string => /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
