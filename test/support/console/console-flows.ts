import type { Locator, Page } from 'playwright-core';
import { answering } from '../webhook-receiver.js';
import type { ConsoleData } from './console-data.js';
import type { ConsoleDesk, Seat } from './console-desk.js';
import { makeReview } from './console-review.js';

/** Called on pages that are worth a screenshot or a check. */
type Show = (seat: Seat, name: string) => Promise<void>;

const LOW = { width: 1366, height: 480 };

/** Whether the element is fully visible in a window that is lower than the dialog. */
async function isSeenOnLowWindow(page: Page, part: Locator): Promise<boolean> {
  const size = page.viewportSize();
  await page.setViewportSize(LOW);
  const box = await part.boundingBox();
  if (size) await page.setViewportSize(size);
  return box !== null && box.y >= 0 && box.y + box.height <= LOW.height;
}

/** The steps of operators at the console, in any browser. */
export class ConsoleFlows {
  private constructor(
    readonly desk: ConsoleDesk,
    readonly data: ConsoleData,
    /** The first operator, and one who was invited. */
    readonly maren: Seat,
    readonly idris: Seat,
    private readonly show: Show,
  ) {}

  static async at(desk: ConsoleDesk, data: ConsoleData, show: Show = () => Promise.resolve()): Promise<ConsoleFlows> {
    return new ConsoleFlows(desk, data, await desk.seat(), await desk.seat(), show);
  }

  async firstOperator(): Promise<void> {
    const { maren } = this;
    await maren.activate(await this.desk.linkByCommand('maren@bank.example', 'owner,reviewer,security'));
    await maren.page.getByText('You have only one passkey.').waitFor();
    await maren.page.getByText('1 endpoint fails').waitFor();
    await this.show(maren, 'overview');
  }

  /** Invites a colleague by mail, who makes a passkey. A second account with the same address is refused. */
  async colleague(): Promise<void> {
    const { maren, idris } = this;
    const { page } = maren;
    await maren.visit('/settings?tab=operators', 'Settings');
    await maren.press('Invite');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('Maren@bank.example');
    await dialog.getByLabel('First name').fill('Idris');
    await dialog.getByLabel('Last name').fill('Falk');
    for (const role of [/^Support/, /^Reviewer/, /^Developer/])
      await dialog.getByRole('checkbox', { name: role }).check();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('already').waitFor();
    await dialog.getByLabel('E-mail').fill('idris@bank.example');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('idris@bank.example').waitFor();
    await idris.activate(await this.desk.linkByMail('idris@bank.example'));
    await this.desk.ageInvitations();
    await this.show(maren, 'operators');
  }

  async personBlocked(): Promise<void> {
    const { maren } = this;
    const { page } = maren;
    await maren.visit('/users', 'Users');
    await page.getByRole('searchbox').fill('oko tomas');
    await page.waitForURL(/q=oko\+tomas/);
    await page.getByRole('link', { name: /Okoro/ }).first().click();
    await maren.reads(/Tomas Okoro/);
    await page.locator('.status-card').getByRole('button', { name: 'Block' }).click();
    const dialog = page.getByRole('dialog');
    const block = dialog.getByRole('button', { name: 'Block' });
    if (await block.isEnabled()) throw new Error('Somebody can be blocked without a reason');
    await dialog.getByLabel('Reason').fill('Reported his phone stolen');
    await block.click();
    await page.locator('h1', { hasText: 'Blocked' }).waitFor();
    await page.locator('.status-card').getByText('Reported his phone stolen').waitFor();
    await page.getByText('Status changed').waitFor();
    await this.show(maren, 'user');
  }

  /** Creates a person. After a refusal the form still has what was typed. */
  async personCreated(): Promise<void> {
    const { maren } = this;
    const { page } = maren;
    await maren.visit('/users', 'Users');
    await maren.press('Create user');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User ID').fill('tomas.okoro');
    await dialog.getByLabel('Given names').fill('Zoë');
    await dialog.getByLabel('Family names').fill('Brück');
    await dialog.getByLabel('E-mail').fill('zoe@mail.example');
    await dialog.getByLabel('Group').fill('retail');
    await this.show(maren, 'user-new');
    const create = dialog.getByRole('button', { name: 'Create' });
    if (!(await isSeenOnLowWindow(page, create))) throw new Error('A long dialog hides its buttons');
    await create.click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('User ID').fill('zoe.brueck');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await maren.reads(/Zoë Brück/);
    await page.locator('.side-facts').getByRole('button', { name: 'Correct' }).click();
    await dialog.getByLabel('E-mail').fill('zoe.brueck@mail.example');
    await dialog.getByText('needs a second person').waitFor();
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await page.getByText('zoe.brueck@mail.example').waitFor();
    await maren.visit('/users?q=brueck+zoe', 'Users');
    await page.getByRole('link', { name: /Zoë Brück/ }).waitFor();
  }

  async phoneRemoved(): Promise<void> {
    const { page } = this.maren;
    await this.maren.visit('/users/elena.marsh?tab=devices', /Elena Marsh/);
    await page.locator('.things').getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('She has lost her phone');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No device yet').waitFor();
  }

  async deliverySentAgain(): Promise<void> {
    const { maren, data } = this;
    const { page } = maren;
    await maren.visit('/webhooks', 'Webhooks');
    await page.getByRole('link', { name: /crm\.lanternfield/ }).click();
    await maren.reads(/crm\.lanternfield/);
    await page.getByRole('link', { name: 'notification.closed' }).last().click();
    await page.getByText('The ledger is closed for the night').first().waitFor();
    await this.show(maren, 'delivery');
    data.receiver.answer = answering(204);
    await maren.press('Deliver again');
    await data.hurry(page.locator('.side-facts').getByText('Delivered').waitFor());
  }

  async evidenceVerified(): Promise<void> {
    const { maren } = this;
    await maren.visit(`/notifications/${this.data.answered}`, /Confirm your payment/);
    await maren.press('Verify here');
    await maren.page.getByText('The evidence is valid.').waitFor();
    await this.show(maren, 'notification');
  }

  /** Finds an audit entry by its request id, which errors and logs contain too. */
  async entryFound(): Promise<void> {
    const { maren } = this;
    const { page } = maren;
    const answer = await page.request.get(
      this.desk.address('/api/v1/auditEvents?kind=users.user-status-changed&limit=1'),
    );
    const [entry] = ((await answer.json()) as { auditEvents: { requestId: string }[] }).auditEvents;
    await maren.visit('/audit', 'Audit log');
    await page.getByRole('searchbox').fill(entry?.requestId ?? '');
    await page.waitForURL(/q=/);
    await page.getByRole('link', { name: 'users.user-status-changed' }).click();
    await page.getByText('Reported his phone stolen').waitFor();
    await this.show(maren, 'audit');
  }

  /** Two operators judge one verification: it is decided when the second one confirms the first one's judgement. */
  async reviewDecided(): Promise<void> {
    const { maren, idris } = this;
    const { userId, sessionId } = await makeReview(this.desk.running);
    await idris.visit('/verifications?tab=review&next=1', new RegExp(userId));
    await idris.press('Compare faces');
    const faces = idris.page.getByRole('dialog');
    await faces.getByRole('img').nth(1).waitFor();
    await this.show(idris, 'compare');
    await faces.getByRole('button', { name: 'Close' }).click();
    await decide(idris, 'Same ears and brows; the picture on the passport is years old.');
    await idris.page.getByText('A colleague must decide the same').waitFor();
    await maren.visit(`/verifications/${sessionId}`, new RegExp(userId));
    await maren.page.getByText('are the second').waitFor();
    await this.show(maren, 'review');
    await decide(maren, 'Same distance of the eyes, same ears');
    await maren.page.locator('h1', { hasText: 'Verified' }).waitFor();
  }

  /** A request that needs two operators is carried out when the second one approves it with a fresh passkey. */
  async requestAgreed(): Promise<void> {
    const { maren, idris } = this;
    await idris.visit('/users/jonas.lind', /Jonas Lind/);
    await idris.page.locator('.status-card').getByRole('button', { name: 'Delete' }).click();
    await ask(idris, 'Customer closed the account in branch 14, letter of 18 November.');
    await idris.visit('/users/ana.ferreira', /Ana Ferreira/);
    await idris.press('Export for the person');
    await ask(idris, 'She asked for all that we hold about her, by letter.');
    await maren.visit('/four-eyes', 'Four eyes');
    await maren.page.getByText('by letter').waitFor();
    await this.show(maren, 'four-eyes');
    await this.desk.agePasskeys();
    const card = maren.page.locator('.card', { hasText: 'jonas.lind' });
    await card.getByRole('button', { name: 'Agree' }).click();
    await maren.withPasskey(() => maren.page.getByRole('dialog').getByRole('button', { name: 'Agree' }).click());
    await card.waitFor({ state: 'detached' });
    await maren.visit('/users/jonas.lind', /Deleted/);
  }
}

async function decide({ page }: Seat, why: string): Promise<void> {
  await page.keyboard.press('1');
  await page.getByLabel('Why').fill(why);
  await page.locator('.decide').getByRole('button').last().click();
}

async function ask({ page }: Seat, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button').last().click();
  await dialog.getByText('Request sent.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
}
