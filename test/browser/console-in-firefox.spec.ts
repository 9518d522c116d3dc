import { type ConsoleData, makeConsoleData } from '../support/console/console-data.js';
import { ConsoleDesk, inFirefox } from '../support/console/console-desk.js';
import { ConsoleFlows } from '../support/console/console-flows.js';
import { hasFirefox } from '../support/firefox/firefox.js';

/** The console's pages are looked at in Chromium; here, that all of it works in another engine too. */
(hasFirefox ? describe : describe.skip)('The console in Firefox', () => {
  let desk: ConsoleDesk;
  let data: ConsoleData;
  let flows: ConsoleFlows;
  beforeAll(async () => {
    desk = await ConsoleDesk.open(inFirefox);
    data = await makeConsoleData(desk.running, desk.crm);
    flows = await ConsoleFlows.at(desk, data);
  });
  afterAll(() => desk.close());

  it('the first operator comes from the link of the command to the overview', () => flows.firstOperator());
  it('a colleague is invited, by an address that nobody else has', () => flows.colleague());
  it('somebody is found, and blocked with a reason', () => flows.personBlocked());
  it('somebody is created after a refusal, corrected, and found by both names', () => flows.personCreated());
  it('evidence is verified in the browser', () => flows.evidenceVerified());
  it('a phone that was lost is removed', () => flows.phoneRemoved());
  it('a delivery that failed is found, its answer read, and it is sent again', () => flows.deliverySentAgain());
  it('an entry of the audit log is found by its trace', () => flows.entryFound());
  it('a review is taken, compared, and decided by two', () => flows.reviewDecided());
  it('what needs two happens when a colleague agrees', () => flows.requestAgreed());
  it('no page has complained', () => {
    for (const { complaints } of [flows.maren, flows.idris]) expect(complaints).toEqual([]);
  });
});
