import { randomBytes } from 'node:crypto';
import type { DemoEvent } from './demo-event.js';
import type { Note } from './recorder.js';
import type { Proven } from './sign-in.js';

const A_DAY_MS = 86_400_000;
const MOST_VISITS = 200;
const MOST_HAPPENINGS = 300;

/** The stages of a visit, in order. */
export const stages = [
  'new',
  'enrolled',
  'verifying',
  'verified',
  'signing-in',
  'signed-in',
  'asked',
  'answered',
  'proved',
] as const;
export type Stage = (typeof stages)[number];

/**
 * How a visitor is verified. `engine`: pictures are checked like those of live users. `sandbox`: test mode accepts any
 * picture and returns the data of a specimen. `outcome`: test mode returns a fixed result without any check.
 */
export const waysToVerify = ['engine', 'sandbox', 'outcome'] as const;
export type WayToVerify = (typeof waysToVerify)[number];

export interface AgentScene {
  readonly state: 'asked' | 'allowed' | 'refused';
  /** Why the assistant did not get permission to pay. Set only in the state `refused`. */
  readonly why?: string;
  /** The authorization details (RFC 9396) that the access token allows. */
  readonly details?: unknown;
}

/** The person that a visitor claims to be. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** One person's use of the demo, and everything that happened in it. */
export class Visit {
  readonly id = randomBytes(24).toString('base64url');
  readonly userId = `visitor-${randomBytes(4).toString('hex')}`;
  readonly since = Date.now();
  readonly happenings: DemoEvent[] = [];
  readonly watchers = new Set<() => void>();
  stage: Stage = 'new';
  firstName = '';
  lastName = '';
  email = '';
  /**
   * The status and reason codes of a failed verification, as the API returns them. The page shows an explanation for
   * each.
   */
  refusal: { readonly status: string; readonly reasons: readonly string[] } | undefined;
  verifiedBy: WayToVerify | undefined;
  webSessionId: string | undefined;
  signIn: { readonly state: string; readonly verifier: string } | undefined;
  /** The level and methods of the last sign-in. */
  proven: Proven | undefined;
  notificationUuid: string | undefined;
  answer: string | undefined;
  /** The payment that the visitor's assistant has requested, and the result of the request. */
  agent: AgentScene | undefined;
  #noted = 0;
  readonly #audited = new Set<string>();

  readonly note: Note = (happening) => {
    this.happenings.push({ n: ++this.#noted, at: new Date().toISOString(), ...happening });
    if (this.happenings.length > MOST_HAPPENINGS) this.happenings.shift();
    this.changed();
  };

  /** Whether an audit entry has not been seen before. Calling this marks the entry as seen. */
  isNew(auditId: string): boolean {
    return !this.#audited.has(auditId) && Boolean(this.#audited.add(auditId));
  }

  move(stage: Stage): void {
    this.stage = stage;
    this.changed();
  }

  hasReached(stage: Stage): boolean {
    return stages.indexOf(this.stage) >= stages.indexOf(stage);
  }

  changed(): void {
    for (const watcher of this.watchers) watcher();
  }
}

/** The visits of the last day, at most 200. A visit's id is a secret: only the visitor's own browser has it. */
export class Visits {
  readonly #byId = new Map<string, Visit>();

  begin(): Visit {
    this.#forgetOld();
    const visit = new Visit();
    this.#byId.set(visit.id, visit);
    return visit;
  }

  find(id: string | undefined): Visit | undefined {
    this.#forgetOld();
    return id === undefined ? undefined : this.#byId.get(id);
  }

  ofUser(userId: string): Visit | undefined {
    return this.all().find((visit) => visit.userId === userId);
  }

  all(): readonly Visit[] {
    return [...this.#byId.values()];
  }

  #forgetOld(): void {
    for (const [id, { since }] of this.#byId) {
      if (Date.now() - since > A_DAY_MS || this.#byId.size > MOST_VISITS) this.#byId.delete(id);
    }
  }
}
