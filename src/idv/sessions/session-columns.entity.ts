import { Column, Index, PrimaryColumn } from 'typeorm';
import { hasBack, type DocumentType } from '@countersign/identity-engine';
import { Aggregate, Tenant, type QueueKey } from '../../shared/kernel/index.js';
import type { Challenge } from '../selfies/challenge.js';
import type { SessionRef } from './rules/session-ref.js';
import type { Reason } from './rules/reasons.js';
import type { SessionSettings } from './rules/session-settings.js';
import { idleUntil, isOpen, retainedUntil, type SessionStatus } from './rules/session-status.js';
import { MOST_ATTEMPTS, type Attempted, type Attempts, type Step } from './rules/session-step.js';
import type { Simulation } from './rules/simulation.js';

export interface NewSession {
  readonly sub: string;
  readonly userId: string;
  readonly clientId: string;
  readonly tokenHash: string;
  readonly redirectUrl: string;
  readonly errorUrl: string | null;
  readonly language: string | null;
  readonly simulation: Simulation | null;
  readonly settings: SessionSettings;
  readonly kycRequired: boolean;
  readonly byVendor: boolean;
  readonly secondsToStart: number;
}

export interface Claim {
  readonly by: string;
  readonly until: Date;
}

/** The initial values of the columns of a new session. */
export const atFirst = {
  lastStep: 'welcome',
  attempts: { document: 0, selfie: 0 },
  reasons: [],
  doubts: [],
  pictureCost: 0,
  documentType: null,
  documentCountry: null,
  documentMark: null,
  challenge: null,
  sealedFindings: null,
  kycReferenceId: null,
  vendorRef: null,
  optIn: null,
  keepFace: false,
  ownerHash: null,
  followerHash: null,
  startedAt: null,
  finishedAt: null,
  dropAt: null,
  claimedBy: null,
  claimedUntil: null,
  version: 1,
};

/**
 * Declares indexes that migrations create because TypeORM cannot describe them. Without the declaration, TypeORM would
 * drop these indexes.
 */
export const IndexesOfMigrations =
  (names: string) =>
  (target: abstract new () => object): void =>
    names.split(' ').forEach((name) => Index(`session_${name}`, { synchronize: false })(target));

export abstract class SessionColumns extends Aggregate {
  @PrimaryColumn({ type: 'uuid', name: 'session_id' }) sessionId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', collation: 'C', name: 'user_id' }) userId!: string;
  @Column({ type: 'text', name: 'client_id' }) clientId!: string;

  /** A hash of the `web_session_id`, used to find the session. */
  @Column({ type: 'text', name: 'token_hash' }) tokenHash!: string;
  /** The encrypted `web_session_id` and payload. */
  @Column({ type: 'bytea', name: 'sealed_content' }) sealedContent!: Buffer;
  @Column({ type: 'text', name: 'redirect_url' }) redirectUrl!: string;
  @Column({ type: 'text', nullable: true, name: 'error_url' }) errorUrl!: string | null;
  /**
   * The language of the session's pages. If the enterprise has not set it, it is the language in which the user started
   * the session.
   */
  @Column({ type: 'text', nullable: true }) language!: string | null;
  @Column({ type: 'jsonb', nullable: true }) simulation!: Simulation | null;
  /** A copy of the client's settings, made when the session was created. */
  @Column({ type: 'jsonb' }) settings!: SessionSettings;
  @Column({ type: 'boolean', name: 'kyc_required' }) kycRequired!: boolean;
  /** Whether the user is verified on the pages of a vendor instead of our own. */
  @Column({ type: 'boolean', default: false, name: 'by_vendor' }) byVendor!: boolean;

  @Column({ type: 'text' }) status!: SessionStatus;
  @Column({ type: 'text' }) step!: Step;
  /**
   * The step at which the session is, or at which it ended. `done` means that all steps were completed. Null if the
   * session ended under an earlier version.
   */
  @Column({ type: 'text', nullable: true, name: 'last_step' }) lastStep!: Step | null;
  @Column({ type: 'jsonb' }) attempts!: Attempts;
  @Column({ type: 'text', array: true }) reasons!: Reason[];
  /** The doubts because of which a reviewer has to decide. */
  @Column({ type: 'text', array: true }) doubts!: Reason[];
  /** The total cost of all uploaded pictures, including refused ones. */
  @Column({ type: 'int', name: 'pictures' }) pictureCost!: number;
  @Column({ type: 'text', nullable: true, name: 'document_type' }) documentType!: DocumentType | null;
  @Column({ type: 'text', nullable: true, name: 'document_country' }) documentCountry!: string | null;
  /** A keyed hash of the document, used to detect another user who shows the same document. */
  @Column({ type: 'text', nullable: true, name: 'document_mark' }) documentMark!: string | null;
  @Column({ type: 'jsonb', nullable: true }) challenge!: Challenge | null;
  /** The data read from the document and all scores, encrypted with the key of the session's evidence. */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_findings' }) sealedFindings!: Buffer | null;
  /** The vendor's own ID for the verification. */
  @Column({ type: 'text', nullable: true, name: 'vendor_ref' }) vendorRef!: string | null;
  @Column({ type: 'text', nullable: true, name: 'kyc_reference_id' }) kycReferenceId!: string | null;
  @Column({ type: 'boolean', nullable: true, name: 'opt_in' }) optIn!: boolean | null;
  @Column({ type: 'boolean', name: 'keep_face' }) keepFace!: boolean;

  /** A hash of the secret in the cookie of the browser that may continue the session. */
  @Column({ type: 'text', nullable: true, name: 'owner_hash' }) ownerHash!: string | null;
  /** A hash of the secret of the browser that has handed the session over and may only watch it. */
  @Column({ type: 'text', nullable: true, name: 'follower_hash' }) followerHash!: string | null;

  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'started_at' }) startedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'touched_at' }) touchedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'finished_at' }) finishedAt!: Date | null;
  /**
   * The time at which the evidence must be dropped. Null until the session has ended, and again after the evidence was
   * dropped.
   */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'drop_at' }) dropAt!: Date | null;
  /**
   * The reviewer who has claimed the review, as `operator:<sub>` or `client:<id>`. The claim ends at `claimedUntil`.
   */
  @Column({ type: 'text', nullable: true, name: 'claimed_by' }) claimedBy!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'claimed_until' }) claimedUntil!: Date | null;
  /** The version of the session's page. Every change that the page shows increments it. */
  @Column({ type: 'int' }) version!: number;

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  /** Identifies the session in fair queues, which serve tenants in turn and, within a tenant, sessions in turn. */
  get queueKey(): QueueKey {
    return { tenant: this.tenant.key, session: this.sessionId };
  }

  get ref(): SessionRef {
    return { tenant: this.tenant, sessionId: this.sessionId };
  }

  get hasBack(): boolean {
    const { documentType: type, documentCountry: country, settings } = this;
    return type !== null && hasBack({ type, country: country ?? '' }, settings.licencesByFields === true);
  }

  attemptsLeft(which: Attempted): number {
    return Math.max(0, MOST_ATTEMPTS - this.attempts[which]);
  }

  /** Returns the reviewer's claim of this review, unless the claim has expired. */
  claimAt(now: Date): Claim | undefined {
    const { claimedBy: by, claimedUntil: until } = this;
    return by !== null && until !== null && until > now && this.status === 'REVIEW' ? { by, until } : undefined;
  }

  /**
   * Reserves the review for one reviewer until `until`. The caller must ensure that no other reviewer has claimed it.
   */
  claim(by: string, until: Date): void {
    this.claimedBy = by;
    this.claimedUntil = until;
  }

  releaseClaim(): void {
    this.claimedBy = null;
    this.claimedUntil = null;
  }

  isDue(now: Date): boolean {
    return isOpen(this.status) && this.expiresAt <= now;
  }

  /** Extends the idle timeout, because the user is still there. */
  extend(now: Date): void {
    if (this.startedAt === null) return;
    this.touchedAt = now;
    this.expiresAt = idleUntil(this.startedAt, now);
  }

  /**
   * Deletes the document data and the scores when the evidence is dropped. `documentMark` is kept, so that it is
   * detected if another user shows the same document later.
   */
  endRetention(): void {
    this.sealedFindings = null;
    this.dropAt = null;
  }

  /** Called once the face was stored, or cannot be. The evidence is no longer kept for that. */
  faceSettled(): void {
    if (this.dropAt && this.finishedAt) this.dropAt = retainedUntil(this.finishedAt, this.settings.retentionDays);
  }

  /** Deletes the document data, the scores and the hash of the document, but not the session's status and reasons. */
  forgetFindings(): void {
    this.sealedFindings = null;
    this.documentMark = null;
  }
}
