import { MailAddresses } from '../../../src/users/contract/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { moveClock } from '../../support/clock.js';
import { until } from '../../integration/support/until.js';
import { TestOperator } from '../../support/operators.js';
import { mailedCode, mailsTo, scanned } from '../../support/mails.js';
import { Person, type Seen } from '../../support/person.js';
import { someId } from '../../support/portal.js';
import { active, chooseSignIn, MANY_LOGINS, PASSWORD } from '../../support/signing-in.js';
import { portalOf, type Portal } from '../../support/tokens.js';

const ACCOUNT = '/service/account/';
const DAY = 86_400_000;

let running: TestApplication;
let portal: Portal;

/** Signed in at the account page, with an address that the enterprise vouches for. */
class Resident {
  person = new Person(running, { 'x-forwarded-for': `198.51.100.${residents++ & 255}` });
  page!: Seen;
  constructor(
    readonly userId: string,
    readonly home: string,
  ) {}

  static async with(details: object = { emailVerified: true }): Promise<Resident> {
    const userId = someId();
    const resident = new Resident(userId, `${userId}@old.example`);
    await active(running, userId, { emailId: resident.home, ...details });
    await resident.signIn();
    return resident;
  }

  async signIn(): Promise<void> {
    const typed = { login: this.userId, password: PASSWORD };
    this.page = await this.person.send(await this.person.open(ACCOUNT), '/account/login', typed);
  }

  async ask(address: string): Promise<Seen> {
    return (this.page = await this.person.send(this.page, '/address/ask', { address }));
  }

  confirm(code: string): Promise<Seen> {
    return this.person.send(this.page, '/address/confirm', { code });
  }

  async moveTo(address: string): Promise<Seen> {
    await this.ask(address);
    return (this.page = await this.confirm(await codeAt(address)));
  }

  /** In a browser that nobody has signed in with. */
  async undo(code: string, login = this.userId): Promise<Seen> {
    const stranger = new Person(running, { 'x-forwarded-for': `203.0.113.${residents++ & 255}` });
    const page = await stranger.follow(await stranger.open(ACCOUNT), '/address/undo');
    return stranger.send(page, '/address/undo', { login, code });
  }

  async known(): Promise<object> {
    const { emailId, emailVerified } = (await portal.get(`/v1/users/${this.userId}`)).body;
    return { emailId, emailVerified };
  }
}
let residents = 0;

const codeAt = (address: string, count = 1) => mailedCode(running, address, count, 'users/address-code');
const undoCodeAt = (address: string, count = 1) => mailedCode(running, address, count, 'users/address-undo-code');
const proven = (emailId: string) => ({ emailId, emailVerified: true });
const isUndone = ({ html }: Seen): boolean => html.includes('The change is undone');

describe('A mail address on the account page', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { ...MANY_LOGINS, TRUST_PROXY: '127.0.0.1' } });
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
    await chooseSignIn(running, { emailChange: true });
  });
  afterAll(() => running.close());

  it('becomes another one by a code that is sent there, and the old one undoes it without signing in, once', async () => {
    const resident = await Resident.with();
    const next = `${resident.userId}@new.example`;
    const asked = await resident.ask(next);
    expect([asked.status, await resident.known()]).toEqual([200, proven(resident.home)]);
    expect((await resident.confirm(await codeAt(next))).html).toContain('can undo the change for seven days');
    expect(await resident.known()).toEqual(proven(next));
    const code = await undoCodeAt(resident.home);
    expect(isUndone(await resident.undo('AAAAA-AAAAA'))).toBe(false);
    expect(isUndone(await resident.undo(code, (await Resident.with()).userId))).toBe(false);
    expect(isUndone(await resident.undo(code.toLowerCase()))).toBe(true);
    expect(await resident.known()).toEqual(proven(resident.home));
    expect((await resident.person.open(ACCOUNT)).html).toContain('name="password"'); // signed out
    expect(isUndone(await resident.undo(code))).toBe(false);
  });

  it('is given back with all that was changed after it, and a later address gives nothing back then', async () => {
    const resident = await Resident.with();
    const [b, c] = [`${resident.userId}@b.example`, `${resident.userId}@c.example`];
    await resident.moveTo(b);
    await resident.moveTo(c);
    const [first, second] = [await undoCodeAt(resident.home), await undoCodeAt(b)];
    expect(isUndone(await resident.undo(first))).toBe(true);
    expect(isUndone(await resident.undo(second))).toBe(false);
    expect(await resident.known()).toEqual(proven(resident.home));
  });

  it('cannot be given back after seven days, nor over one that the enterprise has entered', async () => {
    const [late, corrected] = [await Resident.with(), await Resident.with()];
    for (const resident of [late, corrected]) await resident.moveTo(`${resident.userId}@new.example`);
    const codes = [await undoCodeAt(late.home), await undoCodeAt(corrected.home)] as const;
    await portal.patch(`/v1/users/${corrected.userId}`, { emailId: 'desk@bank.example' });
    expect(isUndone(await corrected.undo(codes[1]))).toBe(false);
    moveClock(running.app, 7 * DAY);
    expect(isUndone(await late.undo(codes[0]))).toBe(false);
    moveClock(running.app, -7 * DAY);
    expect(isUndone(await late.undo(codes[0]))).toBe(true);
  });

  it('is confirmed by the session that asked alone, with five tries, and once of two at the same time', async () => {
    const resident = await Resident.with();
    const next = `${resident.userId}@new.example`;
    await resident.ask(next);
    const thief = Object.assign(new Resident(resident.userId, resident.home), { page: resident.page });
    await thief.signIn();
    const { action, fields } = resident.page.forms.find((form) => form.action.includes('/address/confirm'))!;
    const csrf = thief.page.forms[0]?.fields['csrf'] ?? '';
    const body = new URLSearchParams({ ...fields, csrf, code: await codeAt(next) });
    await thief.person.go(new URL(action, thief.page.url), { method: 'POST', body });
    expect(await resident.known()).toEqual(proven(resident.home));
    for (let i = 0; i < 5; i++) expect((await resident.confirm('AAAAA-AAAAA')).status).toBe(422);
    expect((await resident.confirm(await codeAt(next))).status).toBe(422);
    await resident.ask(next);
    const code = await codeAt(next, 2);
    const both = await Promise.all([resident.confirm(code), resident.confirm(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await undoCodeAt(resident.home)).length).toBe(11);
  });

  it('that nobody has proven cannot take anything back: it may be a stranger’s', async () => {
    const resident = await Resident.with({ emailVerified: false });
    await resident.moveTo(`${resident.userId}@new.example`);
    expect(await mailsTo(running, resident.home, 'users/address-undo-code')).toEqual([]);
  });

  it('gets three codes an hour, and no other text is an address', async () => {
    const resident = await Resident.with();
    for (const wrong of ['nobody', 'a@b', `${'x'.repeat(250)}@new.example`, 'a@b.example\r\nBcc: c@d.example'])
      expect((await resident.ask(wrong)).status).toBe(422);
    for (let i = 0; i < 3; i++) expect((await resident.ask(`${resident.userId}@new.example`)).status).toBe(200);
    expect((await resident.ask(`${resident.userId}@other.example`)).html).toContain('Too many codes');
  });

  it('stays as it is, whatever scanner opens every address of the mails, and the pages with their codes', async () => {
    const resident = await Resident.with();
    const next = `${resident.userId}@new.example`;
    await resident.ask(next);
    const scans = async (to: string, purpose: string) => {
      const [mail] = await mailsTo(running, to, purpose);
      expect(await scanned(running, mail!, resident.userId)).toEqual([]);
    };
    const code = await codeAt(next);
    await scans(next, 'users/address-code');
    expect(await resident.known()).toEqual(proven(resident.home));
    await resident.confirm(code);
    const undoCode = await undoCodeAt(resident.home);
    await scans(resident.home, 'users/address-undo-code');
    expect(await resident.known()).toEqual(proven(next));
    expect((await resident.person.open(ACCOUNT)).html).toContain(next); // still signed in
    expect(isUndone(await resident.undo(undoCode))).toBe(true);
    await until(async () => (await mailsTo(running, next, 'users/account-notice')).length === 1);
    await scans(next, 'users/account-notice');
  });

  it('can be confirmed, but not changed, where the enterprise has not chosen it', async () => {
    const resident = await Resident.with({ emailVerified: false });
    await chooseSignIn(running, { emailChange: false });
    resident.page = await resident.person.open(ACCOUNT);
    const own = await resident.person.send(resident.page, '/address/ask');
    expect(own.html).toContain('We sent a code to');
    expect((await resident.ask(`${resident.userId}@new.example`)).status).toBe(403);
    await chooseSignIn(running, { emailChange: true });
    resident.page = own;
    await resident.confirm(await codeAt(resident.home));
    expect(await resident.known()).toEqual(proven(resident.home));
  });

  it('of an operator gets no code', async () => {
    const emailId = 'anna.operator@bank.example';
    const { sub } = await TestOperator.with(running, ['support'], { emailId });
    const asked = { sub, address: emailId, boundTo: 'a session' };
    expect(await running.app.get(MailAddresses).ask(asked)).toBe('notAllowed');
  });
});
