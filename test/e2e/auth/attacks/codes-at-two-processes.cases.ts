import type { Client } from '../../../../src/auth/client/client.entity.js';
import { Database } from '../../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../../support/application.js';
import { type HeldFactors, Someone } from '../../../support/leveled-user.js';
import { Person, type Seen } from '../../../support/person.js';
import { application } from '../../../support/signing-in.js';

/** Codes of second factors that come to two processes, from two addresses. */
export function codesAtTwoProcesses(processes: () => readonly [TestApplication, TestApplication]): void {
  let bank: Client | undefined;
  let addresses = 0;

  const at = (running: TestApplication, someone: Someone): Someone => {
    const address = { 'x-forwarded-for': `198.51.100.${++addresses}` };
    const same = Object.assign(Object.create(Someone.prototype) as Someone, someone, { running });
    return Object.assign(same, { person: new Person(running, address) });
  };

  /** Somebody who has entered the password at both, and has to enter a code. */
  async function atBoth(held: HeldFactors): Promise<[Someone, readonly [Someone, Seen][]]> {
    const [one] = processes();
    bank ??= await application(one, { leastLevel: 2 });
    const someone = await Someone.with(one, held);
    const pages: [Someone, Seen][] = [];
    for (const running of processes()) {
      const there = at(running, someone);
      pages.push([there, await there.givesPassword(await there.asks(bank))]);
    }
    return [someone, pages];
  }

  const openAt = ({ sub }: Someone, time: string) =>
    processes()[0]
      .app.get(Database)
      .rows<{ tries: number }>(`UPDATE auth.login_tries SET open_at = ${time} WHERE subject = $1 RETURNING tries`, [
        `code:${sub}`,
      ]);

  describe('Codes that come to two processes', () => {
    it('are taken once from an authenticator app, by two processes at once', async () => {
      const [, pages] = await atBoth({ totp: true });
      const tried = await Promise.all(pages.map(([there, page]) => there.givesCode(page)));
      expect(tried.filter(({ left }) => left)).toHaveLength(1);
    });

    it('are taken once of those for recovery, by two processes at once', async () => {
      const [someone, pages] = await atBoth({ totp: true });
      const [code = ''] = await at(processes()[0], someone).makesRecoveryCodes();
      const again: Seen[] = [];
      for (const [there] of pages) again.push(await there.asks(bank!));
      const tried = await Promise.all(pages.map(([there], index) => there.givesRecoveryCode(again[index]!, code)));
      expect(tried.filter(({ left }) => left)).toHaveLength(1);
    });

    it('cannot be guessed at both: a wrong one at one address delays the next at the other', async () => {
      const [someone, [[here, first], [there, second]] = []] = (await atBoth({ totp: true })) as any;
      expect((await here.givesCode(first, '000000')).status).toBe(403);
      await openAt(someone, `now() + interval '1 minute'`);
      expect((await there.givesCode(second)).html).toContain('Too many wrong codes');
      await openAt(someone, 'now()');
      expect((await there.givesCode(second, '000001')).status).toBe(403);
      expect(await openAt(someone, 'now()')).toEqual([{ tries: 2 }]);
    });
  });
}
