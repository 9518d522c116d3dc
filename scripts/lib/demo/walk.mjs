import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Browser, unescaped } from './browser.mjs';
import { chipIsAccepted, copyIsRefused } from './chip.mjs';
import { Phone } from './phone.mjs';
import { say, show, title } from './printing.mjs';

/** Timeout of each wait, long enough for the slowest machine. */
const PATIENCE_MS = 60_000;

/** Walks through the demo without a browser, and throws if anything differs from what is expected. */
export async function walk(demoUrl) {
  const { visitor, userId, phone } = await customerOf(demoUrl, byChip);

  title('3 once more, by two factors: the page shows a number, and her phone offers three');
  await signsInSurely(visitor, phone);

  title('4 Approve: she approves a payment on her phone');
  await visitor.press('pay', { to: 'Bookshop am Markt', amount: '25.00 EUR', reference: 'Order 4711' });
  await visitor.reaches('asked');
  await phone.answer('accept');
  const { answer } = await visitor.reaches('answered');
  expect(answer === 'accept', `The bank was told ${answer}`);

  title('5 Prove: anyone can check it');
  await proves(visitor, userId, /^accept$/, '25.00 EUR');

  title('6 Approve once more: now an AI agent asks, and gets a token for one payment');
  await visitor.press('agent', { to: 'Bookshop am Markt', amount: '78.50' });
  await phone.answer('accept');
  const { agent } = await visitor.waitFor(async () => {
    const state = await visitor.tell();
    return state.agent?.state === 'asked' ? undefined : state;
  }, 'an answer for the agent');
  const paid = agent.details?.[0]?.instructedAmount?.amount;
  expect(agent.state === 'allowed' && paid === '78.50', `The agent got ${JSON.stringify(agent)}`);
  await proves(visitor, userId, /^accept\./, '78.50');
}

/**
 * Runs the first three steps, and returns a signed-in customer with a simulated phone. `verifies` is the kind of
 * verification.
 */
export async function customerOf(demoUrl, verifies = byOutcome) {
  const visitor = new Visitor(demoUrl);
  const { phoneUrl: appUrl, issuer } = await visitor.arrive();
  const password = randomBytes(18).toString('base64url');

  title('1 Enrol: a customer opens an account');
  const { userId } = await visitor.state();
  const email = `${userId}@post.example`;
  await visitor.press('enrol', { firstName: 'Mina', lastName: 'Okoro', email });
  await visitor.reaches('enrolled');

  await verifies(visitor);
  await visitor.reaches('verified');

  title('3 Sign in: she activates her account, and her phone gets a key of its own');
  const { mail } = await visitor.waitFor(async () => {
    const found = await visitor.read('mail');
    return found.mail?.code ? found : undefined;
  }, 'a code in her mailbox');
  const { url: login } = await visitor.press('sign-in');
  const activation = await visitor.browser.follow(await visitor.browser.open(login), '/activate');
  await visitor.browser.submit(activation, '/activate', {
    login: userId,
    activation_code: mail.code,
    new_password: password,
  });
  await visitor.reaches('signed-in');
  const phone = new Phone({ issuer, appUrl });
  await phone.signIn(userId, password);
  await phone.register();
  return { visitor, userId, phone, issuer };
}

/** Signs in with two factors. The customer has already proven her password, so she only approves on her phone. */
async function signsInSurely(visitor, phone) {
  const { browser } = visitor;
  const { url } = await visitor.press('sign-in-surely');
  const page = await browser.submit(await browser.open(url), '/second/approval');
  const number = /class="two"[^>]*>\s*(\d\d)/.exec(page.text)?.[1];
  await phone.answer(`number.${number}`);
  await browser.submit(page, '/second/approval/continue');
  const { proven } = await visitor.tell();
  expect(proven.acr === 'urn:countersign:acr:2', `The sign-in has ${proven.acr}`);
  say(`\n   Signed in: acr ${proven.acr}, amr ${proven.amr.join(' ')}.`);
}

/** Test mode determines the outcome of the verification. */
async function byOutcome(visitor) {
  title('2 Verify: she shows who she is (here the outcome is chosen, as test mode allows)');
  const { url } = await visitor.press('verify', { by: 'outcome' });
  const start = await visitor.browser.open(url);
  await visitor.browser.submit(await visitor.browser.submit(start, '/start'), '/simulate');
}

/** Test mode simulates the phone and a passport of Utopia. */
async function byChip(visitor) {
  title('2 Verify: she holds her passport to her phone, after somebody has tried a copy of its chip');
  const { url: first } = await visitor.press('verify', { by: 'sandbox' });
  await copyIsRefused(visitor.browser, first);
  const { refusal } = await visitor.waitFor(async () => {
    const state = await visitor.tell();
    return state.refusal && state;
  }, 'a refusal of the copied chip');
  expect(refusal.reasons.includes('chip_not_genuine'), `The copy was answered ${JSON.stringify(refusal)}`);
  const { url: second } = await visitor.press('verify', { by: 'sandbox' });
  await chipIsAccepted(visitor.browser, second);
}

/** Checks the evidence of the last answer, and that verification fails if the amount is changed. */
async function proves(visitor, userId, response, amount) {
  const { evidence, keys, report } = await visitor.press('prove');
  await visitor.tell();
  const { facts } = report;
  expect(report.valid && facts.userId === userId && response.test(facts.response), 'The evidence is not valid');
  const { verifyEvidence } = await import('@countersign/node');
  const changed = JSON.parse(JSON.stringify(evidence).replaceAll(amount, amount.replace(/^\d/, '9')));
  expect((await verifyEvidence(evidence, keys)).valid, 'The evidence is not valid here');
  expect(!(await verifyEvidence(changed, keys)).valid, 'Changed evidence is taken for valid');
  say(`\n   Evidence verified: ${facts.userId} answered ${facts.response}. With one digit changed it is refused.`);
}

function expect(isSo, otherwise) {
  if (!isSo) throw new Error(otherwise);
}

/** A visitor on the page of the demo, who presses its buttons. */
class Visitor {
  browser = new Browser('browser');
  #told = 0;

  constructor(demoUrl) {
    this.demoUrl = demoUrl;
  }

  async arrive() {
    const { text, status } = await this.browser.open(`${this.demoUrl}/demo/`);
    expect(status === 200, `The demo answered ${status}. Is DEMO off?`);
    return JSON.parse(unescaped(/data-settings="([^"]*)"/.exec(text)?.[1] ?? '{}'));
  }

  async press(step, sent = undefined) {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const url = `${this.demoUrl}/demo/${step}`;
    const answer = await this.browser.send(url, { method: 'POST', headers, body: JSON.stringify(sent ?? {}) });
    const text = await answer.text();
    await this.tell();
    expect(answer.ok, `${step} was answered ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Prints what the bank and the service have done since the last call, and returns the state of the visit. */
  async tell() {
    const { happenings, state } = await this.read('happenings.json');
    for (const { n, kind, got, sent, ...rest } of happenings.filter(({ n }) => n > this.#told)) {
      show({ who: kind === 'call' ? 'bank' : kind, sent, got, ...rest });
      this.#told = n;
    }
    return state;
  }

  state() {
    return this.read('state');
  }

  reaches(stage) {
    return this.waitFor(async () => {
      const state = await this.tell();
      if (state.refusal) throw new Error(`Refused: ${[state.refusal.status, ...state.refusal.reasons].join(', ')}`);
      return state.stage === stage ? state : undefined;
    }, `the stage ${stage}`);
  }

  async waitFor(look, what) {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const found = await look();
      if (found !== undefined) return found;
      await pause(200);
    }
    throw new Error(`There was never ${what}`);
  }

  async read(what) {
    const answer = await this.browser.quietly(`${this.demoUrl}/demo/${what}`);
    expect(answer.ok, `${what} was answered ${answer.status}`);
    return answer.json();
  }
}
