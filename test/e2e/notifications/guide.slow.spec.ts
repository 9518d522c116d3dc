import { GuideReader } from '../../support/guide-reader.js';
import { Person } from '../../support/person.js';
import type { Program } from '../../support/program.js';

const PASSWORD = 'lamp orbit velvet 27 canoe';
const SERVER = 'An enterprise server';

let reader: GuideReader;
beforeAll(async () => {
  reader = await GuideReader.of('.', 'docs/integrators', 'docs/recipes', 'docs/quick-starts');
});
afterAll(() => reader.end());

/** Does the commands to their end, and gives what they have printed. */
async function done(...headings: string[]): Promise<string> {
  const program = reader.follow(headings);
  await well(program);
  return program.out;
}

/** Remarks of npm about its settings, and of a library about an old Node. */
const REMARKS = /^(?:npm warn |.*oidc-provider WARNING: Unsupported runtime).*\n/gm;

/** It ends as it should. */
async function well(program: Program): Promise<void> {
  const code = await program.exited;
  expect([code, program.err.replaceAll(REMARKS, '')]).toEqual([0, '']);
}

async function says(program: Program, words: RegExp): Promise<string> {
  const ended = program.exited.then(() => Promise.reject(new Error(program.out + program.err)));
  const said = async (): Promise<string> => {
    for (;;) {
      const [, found] = words.exec(program.out) ?? [];
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return Promise.race([said(), ended]);
}

/** Signs in to the phone in the browser of the system: by the activation code, or later by the password. */
async function signsIn(phone: Program, login: string, { first }: { readonly first: boolean }): Promise<void> {
  const person = new Person(reader.service);
  const page = await person.open(await says(phone, /^Open (\S+)\n/m));
  const code = { login, activation_code: 'TRY-2468', new_password: PASSWORD };
  const { left } = first
    ? await person.send(await person.follow(page, '/activate'), '/activate', code)
    : await person.send(page, '/login', { login, password: PASSWORD });
  expect(await (await fetch(left ?? '')).text()).toBe('Continue in the terminal.');
  await says(phone, /(Waiting for a question)/);
}

const printed = (out: string): any[] =>
  out
    .trim()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

describe('The way of the README', () => {
  it('leads from an enrolment over a verified identity to a signed answer with evidence', async () => {
    const [enrolled, refused] = printed(await done(SERVER, 'Her identity'));
    expect([enrolled.status, refused.status]).toEqual(['ONBOARDING', 409]);
    const person = new Person(reader.service, {}, [reader.idvUrl]);
    const simulation = await person.send(await person.open(reader.kept('session.json')['idvUrl'] ?? ''), '/start');
    expect((await person.send(simulation, '/simulate')).left?.pathname).toBe('/docs');
    const [result, user] = printed(await done(SERVER, 'Her account'));
    expect([result.status, user.status]).toEqual(['VERIFIED', 'CREATED']);

    const phone = reader.follow(['Her phone'], { ANSWER: '1' });
    await signsIn(phone, 'jane.doe', { first: true });
    await done(SERVER, 'Your question');
    await well(phone);
    expect(phone.out).toContain('Pay 25.00 EUR to Bookshop?\n1 Approve (accept)   2 Decline (reject)');

    const verdict = await done(SERVER, 'The evidence');
    expect(reader.kept('answer.json')).toMatchObject({ status: 'UPDATED', action_response: 'accept' });
    expect(verdict).toContain('Valid. User jane.doe answered "accept"');
  });
});

describe('The phone of the guide', () => {
  const ask = (fields: object) =>
    reader.api('POST', '/v1/notifications', {
      ...{ user_id: 'petra', msg_id: 'rent-1', expires_in: 300 },
      body: [
        { lng: 'fr', subject: 'Virement', message: '90 € à Jón ?' },
        { lng: 'en', subject: 'Transfer', message: '90 € to Jón?\n"Rent"', label: { No: 'Not now' } },
      ],
      actions: [
        { label: 'Yes', action: 'accept', authlevel: 0 },
        { label: 'No', action: 'reject', authlevel: 0 },
      ],
      ...fields,
    });

  it('signs what it shows, in the words of its user', async () => {
    const phone = reader.follow(['A phone program that you can run'], { ANSWER: 'reject' });
    await signsIn(phone, 'petra', { first: true });
    const { notification_uuid: uuid } = await ask({});
    await well(phone);
    expect(phone.out).toContain('Transfer\n90 € to Jón?\n"Rent"\n1 Yes (accept)   2 Not now (reject)');
    expect(phone.out).toContain('Answered reject: Success, signature verified: true');
    expect(await reader.api('GET', `/v1/notifications/${uuid}`)).toMatchObject({
      ...{ status: 'UPDATED', action_response: 'reject', signing_status: 'Verified' },
      device_id: reader.kept('petras-phone.json')['deviceId'],
    });
  });

  it('keeps its key for the next time', async () => {
    const before = reader.kept('petras-phone.json')['deviceId'];
    const phone = reader.follow(['A phone program that you can run'], { ANSWER: 'accept' });
    await signsIn(phone, 'petra', { first: false });
    const { notification_uuid: uuid } = await ask({ msg_id: 'rent-2' });
    await well(phone);
    expect(await reader.api('GET', `/v1/notifications/${uuid}`)).toMatchObject({
      ...{ action_response: 'accept', signing_status: 'Verified', device_id: before },
    });
  });
});

describe('The quick starts', () => {
  const urls = () => ({ AUTH_URL: reader.service.config.authUrl, API_URL: reader.service.apiUrl });
  const entered = /enter (\S+) and/;

  it('sign a user in to a web app', async () => {
    const { port } = new URL(reader.appUrl('3000'));
    const app = reader.follow(['Sign in to a web app'], { ...urls(), PORT: port });
    const login = await says(app, entered);
    const begun = await fetch(`http://localhost:${port}/`, { redirect: 'manual' });
    const person = new Person(reader.service);
    const page = await person.open(begun.headers.get('location') ?? '');
    const code = { login, activation_code: 'TRY-2468', new_password: PASSWORD };
    const { left } = await person.send(await person.follow(page, '/activate'), '/activate', code);
    const cookie = begun.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    expect([...left!.searchParams.keys()]).toContain('code');
    expect(await (await fetch(left!)).text()).toBe('Not begun here');
    expect(await (await fetch(left!, { headers: { cookie } })).text()).toMatch(/^Signed in as Jane, at /);
    await app.end();
  });

  it('verify an identity', async () => {
    const portal = reader.follow(['Verify an identity'], { ...urls(), SIMULATE: 'VERIFIED' });
    const person = new Person(reader.service, {}, [reader.idvUrl]);
    const simulation = await person.send(await person.open(await says(portal, /^Open (\S+)\n/m)), '/start');
    await person.send(simulation, '/simulate');
    await well(portal);
    expect(portal.out).toContain('before the verification: users/status-refused\n');
    expect(portal.out).toContain('verification: VERIFIED \nuser: CREATED\n');
  });

  it('ask for an approval on a phone', async () => {
    const server = reader.follow(['Ask for an approval'], { ...urls(), MOBILE_URL: reader.mobileUrl });
    const login = await says(server, entered);
    const [, commands = ''] = /terminal:\n([^]*?)\nOpen/.exec(server.out) ?? [];
    const phone = reader.run(commands.replaceAll('\n  ', '\n').trim(), { ANSWER: 'accept' });
    await signsIn(phone, login, { first: true });
    await Promise.all([well(phone), well(server)]);
    expect(server.out).toContain('answer: UPDATED accept: pay\nevidence: .data/evidence.json');
  });
});

describe('The recipes', () => {
  const ofJane = [
    ...['Sign-in approved on the phone', 'Payment with dynamic linking', 'The call centre asks on the phone'],
    'Let a program ask for a payment',
    ...['Store evidence for ten years', 'Verify again after a year'],
    ...['Fraud reported: the first ten minutes', 'A new device or number'],
  ];
  const ofOthers = [
    ...['Without a document or a smartphone', 'Bulk import and first wave'],
    ...['Migrate from another provider', 'Right of access and erasure'],
  ];

  it('do what they say, for the user of the README', async () => {
    const out = await done(SERVER, ...ofJane);
    const answers = printed(out);
    expect(answers.filter(({ code }) => code !== undefined)).toEqual([]);
    const statuses = answers.flatMap(({ status }) => (typeof status === 'string' ? [status] : []));
    expect(statuses).toEqual([
      ...['ACTIVE', 'CANCELLED', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'PENDING'],
      ...['BLOCKED', 'ACTIVE', 'ACTIVE', 'RESET', 'RESET'],
    ]);
    expect(out).toContain('Valid. User jane.doe answered "accept"');
  });

  it('do what they say, for new users', async () => {
    const answers = printed(await done(SERVER, ...ofOthers));
    expect(answers.filter(({ code }) => code !== undefined)).toEqual([]);
    const statuses = answers.flatMap(({ status }) => (typeof status === 'string' ? [status] : []));
    expect(statuses).toEqual(['CREATED', 'CREATED', 'ACTIVE', 'CREATED', 'CREATED', 'DELETED', 'DELETED']);
    expect(reader.kept('export.json')).toHaveProperty('user');
  });
});
