import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type Delivery,
  type Fetch,
  ManagementClient,
  ProblemError,
  RecentIds,
  WebhookError,
  type WebhookHeaders,
  WebhookVerifier,
} from '@countersign/node';
import { CONFIG, type Config } from '../config.js';
import { issuerOf } from '../shared/auth-guard/index.js';
import { KernelErrors, later, newId } from '../shared/kernel/index.js';
import { Agent, type AgentPayment, type Asked } from './agent.js';
import { Bank, type Payment, type Proof } from './bank.js';
import { comeBackAt } from './gateway.service.js';
import { type DemoClients, DemoSetup } from './demo-clients.js';
import { onceEach, recording, webhookEventOf } from './recorder.js';
import { SignIn } from './sign-in.js';
import { type AgentScene, type Person, type Stage, type Visit, Visits, type WayToVerify } from './visit.js';

/** The payload of a verification, by `WayToVerify`: it selects the engine of test mode or the simulated outcome. */
const PAYLOADS = { engine: { engine: 'built-in' }, sandbox: {}, outcome: { simulate: 'VERIFIED' } } as const;

interface Opened {
  readonly clients: DemoClients;
  readonly verifier: WebhookVerifier;
  readonly signIn: SignIn;
  readonly agent: Agent;
  /** The client with which the demo reads the audit log. Its calls are not shown to the visitor. */
  readonly auditor: ManagementClient;
}

/** Carries out the five steps of the demo, and records for each visitor what happened in them. */
@Injectable()
export class Demo {
  readonly visits = new Visits();
  readonly #log = new Logger('Demo');
  readonly #seen = new RecentIds();
  /** One bank for each visit, so that its calls, including token requests, are recorded for the right visitor. */
  readonly #banks = new WeakMap<Visit, Bank>();
  #opened: Opened | undefined;

  constructor(
    private readonly setup: DemoSetup,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  open(clients: DemoClients): void {
    const issuer = issuerOf(this.config);
    this.#opened = {
      clients,
      verifier: new WebhookVerifier({ secrets: clients.webhookSecret }),
      signIn: new SignIn({ issuer, client: clients.web, comeBackTo: `${this.config.demoUrl}/demo/signed-in` }),
      agent: new Agent({ issuer, client: clients.agent }),
      auditor: this.setup.client(clients.bank),
    };
  }

  /** The URL of the bank's app in a frame of the demo. */
  get appUrl(): string {
    return `${this.config.demoUrl}/app/?client=${encodeURIComponent(this.#ready.clients.appClientId)}`;
  }

  async enrol(visit: Visit, person: Person): Promise<void> {
    if (visit.hasReached('enrolled')) return;
    await this.#bankOf(visit).openAccount({ userId: visit.userId, ...person });
    Object.assign(visit, person);
    visit.move('enrolled');
  }

  /** Starts a verification. Returns the URL of the hosted pages. */
  async verify(visit: Visit, by: WayToVerify): Promise<string> {
    this.#require(visit, 'enrolled', 'Open the account first.');
    if (visit.hasReached('verified')) throw KernelErrors.invalidArguments('You are verified already.');
    visit.refusal = undefined;
    const comeBackTo = `${comeBackAt(this.config)}/demo/verified`;
    const { idvUrl, web_session_id: id } = await this.#bankOf(visit).startVerification(
      visit.userId,
      comeBackTo,
      PAYLOADS[by],
    );
    Object.assign(visit, { webSessionId: id, verifiedBy: by });
    visit.move('verifying');
    return idvUrl;
  }

  /** Starts a sign-in. Returns the URL of the sign-in page. */
  signIn(visit: Visit): string {
    this.#require(visit, 'verified', 'Verify your identity first.');
    const url = this.#begin(visit);
    if (!visit.hasReached('signing-in')) visit.move('signing-in');
    return url;
  }

  signInSurely(visit: Visit): string {
    this.#require(visit, 'signed-in', 'Sign in first.');
    return this.#begin(visit, { twoFactors: true });
  }

  async signedIn(visit: Visit, answer: URLSearchParams): Promise<void> {
    const { signIn } = visit;
    if (!signIn) throw KernelErrors.invalidArguments('Press Sign in first.');
    visit.signIn = undefined; // the redirect from the sign-in page can be used only once
    const fetch = recording(this.setup.fetch, visit.note);
    visit.proven = await this.#ready.signIn.finish(signIn, answer, fetch).catch(refused);
    visit.move(visit.hasReached('signed-in') ? visit.stage : 'signed-in');
  }

  async pay(visit: Visit, payment: Omit<Payment, 'id'>): Promise<void> {
    this.#require(visit, 'signed-in', 'Sign in first.');
    const id = `payment-${newId()}`;
    const asked = await this.#bankOf(visit).askForApproval(visit.userId, { id, ...payment });
    Object.assign(visit, { notificationUuid: asked.notification_uuid, answer: undefined });
    visit.move('asked');
  }

  /** Makes the assistant request a payment. `visit.agent` gets the customer's decision later. */
  async askByAgent(visit: Visit, payment: AgentPayment): Promise<void> {
    this.#require(visit, 'signed-in', 'Sign in first.');
    if (visit.agent?.state === 'asked') throw KernelErrors.invalidArguments('The assistant has asked already.');
    const fetch = recording(this.setup.fetch, onceEach(visit.note));
    const asked = await this.#ready.agent.ask(visit.userId, payment, fetch).catch(refused);
    this.#tell(visit, { state: 'asked' });
    this.#followAgent(visit, asked, fetch).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'The assistant was not answered');
      this.#tell(visit, { state: 'refused', why: 'The service did not answer.' });
    });
  }

  async prove(visit: Visit): Promise<Proof> {
    this.#require(visit, 'answered', 'Answer on the phone first.');
    const proof = await this.#bankOf(visit).prove(visit.notificationUuid ?? '');
    visit.move('proved');
    return proof;
  }

  /** Receives a webhook. Returns the HTTP status of the response: 204 if the signature is valid. */
  receive(body: Uint8Array, headers: WebhookHeaders): number {
    try {
      const delivery = this.#ready.verifier.verify(body, headers);
      // The webhook is processed only after the response, because the service waits for the response.
      later(() => this.#handle(delivery), 0);
      return 204;
    } catch (error) {
      if (error instanceof WebhookError) return error.status;
      throw error;
    }
  }

  /** Adds new audit entries about the visitor to the events of the visit. */
  async readAudit(visit: Visit): Promise<void> {
    if (!visit.hasReached('enrolled')) return;
    const { items } = await this.#ready.auditor.auditEvents.list({ subject: visit.userId, limit: 50 }).page();
    for (const { id, kind, outcome, details, at, actor } of [...items].reverse()) {
      if (!visit.isNew(id)) continue;
      visit.note({
        kind: 'audit',
        what: kind,
        why: outcome === 'done' ? '' : `Outcome: ${outcome}`,
        got: { at, outcome, actor, details },
      });
    }
  }

  get #ready(): Opened {
    if (!this.#opened) throw KernelErrors.unavailable('The demo is being prepared.', { retryAfterSeconds: 1 });
    return this.#opened;
  }

  #bankOf(visit: Visit): Bank {
    const known = this.#banks.get(visit);
    if (known) return known;
    const bank = new Bank({
      service: this.setup.serviceFor(this.#ready.clients.bank),
      keysUrl: `${this.config.authUrl}/.well-known/evidence-keys.json`,
      fetch: recording(this.setup.fetch, visit.note),
    });
    this.#banks.set(visit, bank);
    return bank;
  }

  #begin(visit: Visit, how?: { readonly twoFactors: boolean }): string {
    const { url, begun } = this.#ready.signIn.begin(visit.userId, how);
    visit.signIn = begun;
    return url;
  }

  #require(visit: Visit, stage: Stage, otherwise: string): void {
    if (!visit.hasReached(stage)) throw KernelErrors.invalidArguments(otherwise);
  }

  async #followAgent(visit: Visit, asked: Asked, fetch: Fetch): Promise<void> {
    const outcome = await this.#ready.agent.outcomeOf(asked, fetch);
    this.#tell(visit, outcome);
    if (outcome.state !== 'allowed' || visit.stage === 'asked') return;
    visit.notificationUuid = asked.notificationUuid;
    visit.move('answered');
  }

  #tell(visit: Visit, scene: AgentScene): void {
    visit.agent = scene;
    visit.changed();
  }

  #handle(delivery: Delivery): void {
    this.#seen
      .once(delivery.id, () => this.#act(delivery))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'A webhook had no effect'));
  }

  async #act(delivery: Delivery): Promise<void> {
    if (delivery.kind !== 'event') return;
    const { event } = delivery;
    if (event.type === 'idv.finished') {
      const visit = this.visits.ofUser(event.data.userId);
      visit?.note(webhookEventOf(delivery));
      if (visit && visit.webSessionId === event.data.web_session_id)
        await this.#verified(visit, event.data.web_session_id);
    } else if (event.type === 'notification.closed') {
      const visit = this.visits.ofUser(event.data.user_id);
      visit?.note(webhookEventOf(delivery));
      if (visit && visit.notificationUuid === event.data.notification_uuid) await this.#answered(visit);
    }
  }

  async #verified(visit: Visit, webSessionId: string): Promise<void> {
    const { status, reasons } = await this.#bankOf(visit).finishVerification(visit.userId, webSessionId);
    if (status !== 'VERIFIED') visit.refusal = { status, reasons: reasons.map(({ code }) => code) };
    visit.move(status === 'VERIFIED' ? 'verified' : 'enrolled');
  }

  async #answered(visit: Visit): Promise<void> {
    const { status, action_response: answer } = await this.#bankOf(visit).answerTo(visit.notificationUuid ?? '');
    visit.answer = status === 'UPDATED' ? answer : status;
    visit.move(status === 'UPDATED' ? 'answered' : 'signed-in');
  }
}

function refused(error: unknown): never {
  throw KernelErrors.invalidArguments(error instanceof Error ? error.message : undefined);
}

/** Passes the explanation in a 4xx response of the service on to the visitor. Rethrows other errors. */
export const rethrowAsInvalidArguments = (error: unknown): never => {
  if (!(error instanceof ProblemError) || error.status >= 500) throw error;
  const fault = error.faults[0];
  throw KernelErrors.invalidArguments(fault ? `${fault.pointer}: ${fault.detail}` : (error.detail ?? error.title));
};
