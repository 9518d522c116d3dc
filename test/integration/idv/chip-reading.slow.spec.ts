import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersOf, ChipSession, openChip, readChipFiles } from '@countersign/emrtd/reader';
import { specimenDocument, utopia, type VirtualChip } from '@countersign/emrtd/specimens';
import { createTestDatabase, type TestDatabase, urlOf } from '../../support/database.js';
import { ChipApp, challengeOf, type OpenedByApp } from '../../support/idv/chip-app.js';
import { HttpBrowser, linkOf } from '../../support/idv/http-browser.js';
import { linkAfter } from '../../support/idv/linked-film.js';
import { jpegOf } from '../../support/pictures.js';
import { COMMAND_LINE, freePorts, Program, type ProgramEnv } from '../../support/program.js';

const VIRTUAL_PASSPORT = fileURLToPath(
  new URL('../../../examples/virtual-passport/virtual-passport.mjs', import.meta.url),
);
const IDV = { chip: 'required', chipApp: { name: 'Lanternfield', link: 'https://bank.example/app/chip' } };
const ON_PHONE = { 'sec-ch-ua-mobile': '?1' };

let folder: string;
let database: TestDatabase;
let env: ProgramEnv;
let program: Program;
let token: string;
let picture: Uint8Array;

const origin = (surface: string): string => `http://localhost:${env[`${surface.toUpperCase()}_PORT`]}`;
const service = { url: (surface: string, path = '') => new URL(path, origin(surface)).href };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-chip-'));
  database = await createTestDatabase();
  env = {
    ...(await freePorts()),
    TLS_MODE: 'off',
    DATA_DIR: folder,
    DATABASE_URL: urlOf(database.address),
    LOG_FORMAT: 'json',
  };
  program = await Program.start(env).ready();
  picture = Uint8Array.from(await jpegOf({ width: 320, height: 400 }));
  writeFileSync(join(folder, 'idv.json'), JSON.stringify(IDV));
  const scopes = 'users:read,users:write,idv:read,idv:write';
  const words = [
    'client',
    'create',
    '--name',
    'Portal',
    '--test',
    '--scopes',
    scopes,
    '--idv',
    join(folder, 'idv.json'),
  ];
  const made = Program.start(env, COMMAND_LINE, words);
  expect(await made.exited).toBe(0);
  const { clientId, clientSecret } = JSON.parse(made.out) as { clientId: string; clientSecret: string };
  const asked = await fetch(service.url('auth', '/service/authserver/oauth/token'), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes.replaceAll(',', ' ') }),
  });
  token = ((await asked.json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  await program.end();
  await database.release();
  rmSync(folder, { recursive: true, force: true });
});

async function call(path: string, body?: object): Promise<Record<string, never>> {
  const answer = await fetch(service.url('management', path), {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, never>;
}

/** The computer of a new user, at the chip. */
async function atChip(userId: string): Promise<{ browser: HttpBrowser; session: string }> {
  const names = { firstName: 'Anna', lastName: 'Eriksson' };
  await call('/v1/users', { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING', ...names });
  const opened = await call('/v1/idvWebTokens', { userId, redirectUrl: 'https://portal.example/back' });
  const session = String(opened['web_session_id']);
  const browser = new HttpBrowser(service);
  await browser.submit(await browser.open(linkOf(session)), 'start');
  await browser.submit(await browser.session(), 'consent', { agreed: 'yes' });
  await browser.submit(await browser.session(), 'document', { type: 'passport', country: 'UTO' });
  await browser.picture(await browser.session(), 'pictures/front', await jpegOf());
  return { browser, session };
}

const onPhone = async (browser: HttpBrowser) =>
  (await browser.send('GET', '/IdvWebServer/session', undefined, ON_PHONE)).text;
const codeIn = (page: string): string => /#code=([\w-]{43})"/.exec(page)?.[1] ?? '';
const resultOf = (session: string) => call(`/v1/idvWebTokens/${session}`);

async function virtualPassport(code: string, ...more: string[]): Promise<{ ended: unknown; said: string }> {
  const phone = Program.startCommand(env, process.execPath, [
    ...[VIRTUAL_PASSPORT, '--code', code, '--url', origin('idv')],
    ...more,
  ]);
  return { ended: await phone.exited, said: `${phone.out}${phone.err}` };
}

async function killed(): Promise<void> {
  await program.end('SIGKILL');
  program = await Program.start(env).ready();
}

describe('A session with the chip of a passport', () => {
  it('goes from a computer to a phone, whose app is a program of its own, and ends VERIFIED', async () => {
    const { browser: computer, session } = await atChip('two-screens');
    const atComputer = await computer.session();
    expect(codeIn(atComputer.text)).toBe('');
    await computer.submit(atComputer, 'handover');
    const [link = ''] = /\/IdvWebServer\/handover\?token=[\w-]+/.exec((await computer.session()).text) ?? [];
    const phone = new HttpBrowser(service);
    const number = /\b\d\d\b/.exec((await phone.open(link)).text.replace(/^[^]*<main/, ''))?.[0] ?? '';
    await computer.submit(await computer.session(), 'confirm', { number });
    const page = await onPhone(phone);
    const [, shown = 'none'] = /class="two" dir="ltr">(\d\d)</.exec(page) ?? [];
    const code = codeIn(page);
    const read = await virtualPassport(code);
    expect(read).toEqual({ ended: 0, said: expect.stringContaining(`the page must show ${shown}.`) });
    expect(read.said).toContain('Read. Go back to the page.');
    expect(await virtualPassport(code)).toEqual({ ended: 1, said: expect.stringMatching(/code/) });

    await phone.submit(await phone.session(), 'confirmation', { answer: 'confirm' });
    const film = await phone.session();
    const { nonce, steps } = JSON.parse((await phone.picture(film, 'challenges', new Uint8Array())).text) as {
      nonce: string;
      steps: readonly string[];
    };
    let last = nonce;
    const place = () => ({ 'challenge-nonce': nonce, 'challenge-link': last });
    for (const at of [...steps, ...steps].keys()) {
      const frame = await jpegOf({ seed: at });
      await phone.picture(film, `frames/${at}`, frame, 'image/jpeg', place());
      last = linkAfter(last, frame);
    }
    const judged = await phone.picture(film, 'selfie', new Uint8Array(), 'image/jpeg', place());
    expect(JSON.parse(judged.text)).toMatchObject({ step: 'optIn' });
    await phone.submit(await phone.session(), 'opt-in', { agreed: 'yes' });
    expect(await resultOf(session)).toMatchObject({
      status: 'VERIFIED',
      document: { method: 'chip', proof: { level: 'genuine_chip', state: 'UT' } },
    });
    expect((await computer.session()).location).toMatch(/^https:\/\/portal\.example\/back/);
  });

  it('ends when that program holds a copy of a passport', async () => {
    const { browser, session } = await atChip('copied');
    expect(await virtualPassport(codeIn(await onPhone(browser)), '--copy')).toMatchObject({ ended: 1 });
    expect(await resultOf(session)).toMatchObject({
      status: 'DOCUMENT_REJECTED',
      reasons: [{ code: 'chip_not_genuine' }],
    });
  });

  it('goes on after kill -9 between the three requests, with the token and the challenge of before', async () => {
    const { browser } = await atChip('killed-between');
    const app = new ChipApp(service, codeIn(await onPhone(browser)));
    const opened = await app.open();
    await killed();
    const chip = await openedChip(opened);
    const { challenge } = await app.files(await readChipFiles(chip));
    await killed();
    const answers = await answersOf(chip, challengeOf(challenge));
    expect((await app.answers(answers)).status).toBe(204);
    await killed();
    expect((await app.answers(answers)).status).toBe(409);
    expect((await browser.session()).text).toContain('Proven by the chip of your passport');
  });

  it('is verified once, by a new reading where needed, when kill -9 meets a request that is under way', async () => {
    for (const [at, step] of (['files', 'answers'] as const).entries()) {
      const { browser } = await atChip(`killed-in-${step}`);
      const app = new ChipApp(service, codeIn(await onPhone(browser)));
      const chip = await openedChip(await app.open());
      const files = await readChipFiles(chip);
      const send =
        at === 0
          ? () => app.tryFiles(files)
          : await app.files(files).then(async ({ challenge }) => {
              const answers = await answersOf(chip, challengeOf(challenge));
              return () => app.answers(answers);
            });
      const cut = send().catch(() => undefined);
      await killed();
      await cut;
      if ((await browser.session()).text.includes('Proven by the chip')) continue;
      await browser.submit(await browser.session(), 'chip');
      const next = new ChipApp(service, codeIn(await onPhone(browser)));
      const again = await openedChip(await next.open());
      const { challenge } = await next.files(await readChipFiles(again));
      expect((await next.answers(await answersOf(again, challengeOf(challenge)))).status).toBe(204);
      expect((await browser.session()).text).toContain('Proven by the chip of your passport');
    }
    const db = await database.connect();
    const { rows } = await db.query(
      `SELECT details ->> 'sessionId' AS session FROM shared.audit_entry WHERE kind = 'idv.chip-accepted'`,
    );
    await db.end();
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ session }) => session)).size).toBe(4);
  });

  const passportOf = ({ zone }: OpenedByApp): VirtualChip =>
    specimenDocument(utopia(), { picture, zone, chipKey: 'brainpoolP256r1' }).chip;
  const openedChip = async (opened: OpenedByApp): Promise<ChipSession> => {
    const session = new ChipSession(passportOf(opened));
    await openChip(session, { zone: opened.zone });
    return session;
  };
});
