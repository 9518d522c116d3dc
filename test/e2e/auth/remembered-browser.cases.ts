import type { Client } from '../../../src/auth/client/client.entity.js';
import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { DAY, moveClock } from '../../support/clock.js';
import { codeIn, redeem } from '../../support/code-flow.js';
import { Someone } from '../../support/leveled-user.js';
import type { Seen } from '../../support/person.js';
import { chooseSignIn, PASSWORD } from '../../support/signing-in.js';
import { decodeJwt } from 'jose';

/** Cases of a browser in which a user has shown a second factor, and of what the enterprise allows. */
export function rememberedBrowser(app: () => TestApplication, demanding: (level: 1 | 2 | 3) => Client): void {
  const db = () => app().app.get(Database);
  const asks = ({ forms }: Seen, ending: string) => forms.some(({ action }) => action.endsWith(ending));
  const again = async (someone: Someone, level: 2 | 3 = 2, params: Record<string, string> = {}) =>
    someone.givesPassword(await someone.asks(demanding(level), { prompt: 'login', ...params }));
  const allCodesNew = ({ sub }: Someone) => db().rows('UPDATE auth.totp SET last_step = 0 WHERE sub = $1', [sub]);

  /** The same browser, without its session. */
  function signedOut(someone: Someone): Someone {
    const later = someone.inAnotherBrowser();
    later.person.cookies.push(...someone.person.cookies.filter(({ name }) => name.endsWith('-remembered')));
    return later;
  }

  /** Somebody whose browser is remembered. */
  async function remembered(): Promise<Someone> {
    const someone = await Someone.with(app(), { totp: true });
    const page = await again(someone);
    const back = await someone.person.send(page, '/second/totp', { code: someone.code(), remember: 'yes' });
    expect(back.left).toBeDefined();
    await allCodesNew(someone);
    return someone;
  }

  beforeAll(() => chooseSignIn(app(), { rememberBrowserDays: 30 }));
  afterAll(() =>
    chooseSignIn(app(), { rememberBrowserDays: 0, groups: [], factors: ['totp', 'approval', 'recoveryCode'] }),
  );

  it('counts for level 2 and says so, and not for level 3', async () => {
    const someone = await remembered();
    const back = await again(someone);
    const { acr, amr } = decodeJwt((await redeem(app(), demanding(2), codeIn(back))).body.id_token);
    expect([acr, amr]).toEqual(['urn:countersign:acr:2', ['pwd', 'otp', 'mfa']]);
    const fresh = signedOut(someone);
    const alone = await again(fresh);
    const told = decodeJwt((await redeem(app(), demanding(2), codeIn(alone))).body.id_token);
    expect([told['acr'], told['amr']]).toEqual(['urn:countersign:acr:2', ['pwd']]);
    expect(asks(await again(fresh, 3), '/second/totp')).toBe(true);
  });

  it('counts for no other user and in no other browser, and not where a fresh factor is demanded', async () => {
    const someone = await remembered();
    expect(asks(await again(someone.inAnotherBrowser()), '/second/totp')).toBe(true);
    const other = await Someone.with(app(), { totp: true });
    other.person.cookies.push(...someone.person.cookies.filter(({ name }) => name.endsWith('-remembered')));
    expect(asks(await again(other), '/second/totp')).toBe(true);
    await db().rows(
      `UPDATE auth.engine_record SET payload = jsonb_set(payload, '{factors,totp}', '1000') WHERE account_id = $1 AND model = 'Session'`,
      [someone.sub],
    );
    await db().rows(`UPDATE auth.remembered_browser SET last_used_at = now() WHERE sub = $1`, [someone.sub]);
    moveClock(app().app, 3_600_000);
    const old = await again(someone, 2, { max_age: '60' });
    moveClock(app().app, -3_600_000);
    expect(asks(old, '/second/totp')).toBe(true);
  });

  it('ends after its days, with a change of the password, and on the account page', async () => {
    const [late, changed, removed] = [await remembered(), await remembered(), await remembered()];
    moveClock(app().app, 31 * DAY);
    const page = await again(signedOut(late));
    moveClock(app().app, -31 * DAY);
    expect(asks(page, '/second/totp')).toBe(true);

    const account = await changed.person.open('/service/account/');
    const passwords = { current_password: PASSWORD, new_password: 'another lamp orbit velvet 28' };
    expect((await changed.person.send(account, '/account/password', passwords)).html).toContain('was changed');
    expect(await db().rows('SELECT FROM auth.remembered_browser WHERE sub = $1', [changed.sub])).toEqual([]);

    const listed = await removed.person.open('/service/account/');
    expect(listed.html).toContain('Remembered browsers');
    await removed.person.send(listed, '/browsers/remove');
    expect(await db().rows('SELECT FROM auth.remembered_browser WHERE sub = $1', [removed.sub])).toEqual([]);
  });

  it('is offered where the enterprise and every group of the user allow it', async () => {
    const page = await again(await Someone.with(app(), { totp: true }));
    expect(page.html).toContain('Don’t ask again here for 30 days');
    await chooseSignIn(app(), { groups: [{ group: 'staff', leastLevel: 1, rememberBrowserDays: 0 }] });
    const staff = await Someone.with(app(), { totp: true, primaryGroup: 'staff' });
    expect((await again(staff)).html).not.toContain('ask again here');
  });

  it('is one of those that the enterprise and every group of the user allow', async () => {
    await chooseSignIn(app(), {
      factors: ['totp', 'approval'],
      groups: [{ group: 'staff', leastLevel: 1, factors: ['approval'] }],
    });
    const staff = await Someone.with(app(), { totp: true, phone: true, primaryGroup: 'staff' });
    const page = await again(staff);
    expect([asks(page, '/second/totp'), asks(page, '/second/approval')]).toEqual([false, true]);
    const url = new URL(page.url);
    url.pathname += '/second/totp';
    const body = new URLSearchParams({ csrf: page.forms[0]?.fields['csrf'] ?? '', code: staff.code() });
    expect((await staff.person.go(url, { method: 'POST', body })).status).toBe(403);
    const nobody = await Someone.with(app(), { primaryGroup: 'staff' });
    expect((await again(nobody)).html).not.toContain('otpauth:');
    expect((await again(await Someone.with(app()))).html).toContain('otpauth:');
  });
}
