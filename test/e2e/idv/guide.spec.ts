import { GuideReader } from '../../support/guide-reader.js';
import { textOf } from '../../support/nadia.js';
import { Person, type Seen } from '../../support/person.js';

const HEADINGS = ['Try it on your own machine', 'An example portal'];

let reader: GuideReader;
let portal: string;
let person: Person;
let end: () => Promise<unknown>;

async function serve(outcome: string): Promise<void> {
  const program = await reader.serve(HEADINGS, portal, { SIMULATE: outcome });
  end = () => program.end();
}

/** From the portal to the hosted page with its one button, and back. */
async function verified(): Promise<Seen> {
  const welcome = await person.send(await person.open(portal), '/join');
  expect(welcome.url.pathname).toBe('/IdvWebServer/idvRegistration.htm');
  const simulation = await person.send(welcome, '/start');
  return person.send(simulation, '/simulate');
}

beforeAll(async () => {
  reader = await GuideReader.of('docs/integrators');
  portal = reader.appUrl('3000');
});
beforeEach(() => {
  person = new Person(reader.service, {}, [portal, reader.idvUrl]);
});
afterEach(() => end());
afterAll(() => reader.end());

describe('The portal of the guide', () => {
  it('enrols a customer, has them verified, and makes them CREATED', async () => {
    await serve('VERIFIED');
    const landed = await verified();
    expect([landed.url.pathname, textOf(landed)]).toEqual([
      '/verified',
      expect.stringContaining('Your status is CREATED'),
    ]);
  });

  it('tells a customer who was not verified, and believes no browser that merely lands there', async () => {
    await serve('SELFIE_FAILED');
    const failed = await verified();
    const landed = failed.url.origin === portal ? failed : await person.open(`${portal}/verified`);
    expect(textOf(landed)).toContain('SELFIE_FAILED');
    const stranger = new Person(reader.service, {}, [portal]);
    expect(textOf(await stranger.open(`${portal}/verified`))).toContain('Your visit has ended');
  });
});
