import type { Client } from '../../../src/auth/client/client.entity.js';
import type { TestApplication } from '../../support/application.js';
import { startOnCable, type Cable, type OnCable } from '../../support/cable.js';
import { Person, type Seen } from '../../support/person.js';
import { application, authorizeUrl, PASSWORD } from '../../support/signing-in.js';

const ACCOUNT = '/service/account/';

let onCable: OnCable;
let cable: Cable;
let running: TestApplication;
let portal: Client;

async function withoutDatabase(act: () => Promise<Seen>): Promise<Seen> {
  await cable.pull();
  try {
    return await act();
  } finally {
    await cable.plug();
  }
}

const tellsToWait = ({ status, headers, html }: Seen) => ({
  status,
  type: headers.get('content-type'),
  wait: headers.get('retry-after'),
  said: html.includes('Our service is not available for the moment.'),
});
/** Without one, nothing has to be looked up to sign somebody out. */
function withSession(person: Person): Person {
  person.cookies.push({ name: '__Host-cs-auth-session', value: 'some', path: '/' });
  return person;
}
const WAIT = { status: 503, type: 'text/html; charset=utf-8', wait: '2', said: true };

describe('Pages trouble', () => {
  beforeAll(async () => {
    onCable = await startOnCable({ env: { LOGIN_ADDRESS_BURST: '1', LOGIN_ADDRESS_RATE: '1' } });
    ({ running, cable } = onCable);
    portal = await application(running);
    await new Person(running).open(authorizeUrl(running, portal)); // keys and client are known from then on
  });
  afterAll(() => onCable.close());

  describe('A page, while the database is away,', () => {
    it.each([
      [
        'of an application that asks',
        () => authorizeUrl(running, portal).pathname + authorizeUrl(running, portal).search,
      ],
      ['of sign-out', () => '/service/authserver/oauth/logout'],
    ])('says so, and how to go on: one %s', async (_what, path) => {
      const person = withSession(new Person(running));
      const seen = await withoutDatabase(() => person.open(path()));
      expect(tellsToWait(seen)).toEqual(WAIT);
      expect(seen.html).toContain(`href="${path().replace(/&/g, '&#38;')}"`);
      expect(seen.html).not.toContain('oops');
    });

    it('says so for a form that is looked at, and for one that is sent', async () => {
      const person = new Person(running);
      const page = await person.open(authorizeUrl(running, portal));
      const looked = await withoutDatabase(() => person.open(page.url));
      const sent = await withoutDatabase(() => person.send(page, '/login', { login: 'x', password: PASSWORD }));
      for (const seen of [looked, sent]) {
        expect(tellsToWait(seen)).toEqual(WAIT);
        expect(seen.html).toContain(`class="button" href="${page.url.pathname}"`);
      }
    });

    it('says so in the language of whoever reads it', async () => {
      const person = new Person(running, { 'accept-language': 'ar' });
      const { html } = await withoutDatabase(() => person.open('/service/authserver/oauth/logout'));
      expect(html).toContain('lang="ar" dir="rtl"');
      expect(html).toContain('خدمتنا غير متاحة');
    });

    it('says so in JSON for programs', async () => {
      const program = withSession(new Person(running, { accept: 'application/json' }));
      const seen = await withoutDatabase(() => program.open('/service/authserver/oauth/logout'));
      expect(seen.status).toBe(500);
      expect(JSON.parse(seen.html)).toEqual({ error: 'server_error' });
    });
  });

  describe('Too many tries from one address', () => {
    it('are answered by a page that says how long to wait, and leads back to its form', async () => {
      const person = new Person(running);
      const page = await person.open(ACCOUNT);
      const form = { login: 'nobody', password: PASSWORD };
      await person.send(page, '/login', form);
      const seen = await person.send(page, '/login', form);
      expect(seen.status).toBe(429);
      expect(Number(seen.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(seen.html).toMatch(/You can try again in (1 minute|\d+ seconds?)\./);
      expect(seen.html).toContain(`class="button" href="${ACCOUNT}"`);
    });
  });

  describe('An address that a form was sent to, opened again', () => {
    it.each(['login', 'passkey', 'consent', 'cancel', 'activate/passkey'])(
      'leads back to its page: %s',
      async (action) => {
        const person = new Person(running);
        const page = await person.open(authorizeUrl(running, portal));
        const again = await person.open(`${page.url.pathname}/${action}`);
        expect(again.status).toBe(200);
        expect(again.url.pathname).toBe(page.url.pathname + (action.startsWith('activate') ? '/activate' : ''));
      },
    );

    it.each(['password', 'passkeys/remove', 'sessions/end-others', 'nothing/like/it'])(
      'leads back to the account: %s',
      async (action) => {
        const again = await new Person(running).open(ACCOUNT + action);
        expect(again.status).toBe(200);
        expect(again.url.pathname).toBe(ACCOUNT);
      },
    );
  });
});
