import { Injectable } from '@nestjs/common';
import { PurgeJob } from '../shared/events/index.js';
import { Recurring } from '../shared/jobs/index.js';
import { EXPIRED as EXPIRED_APPROVALS } from './approvals/approval.repository.js';
import { DELETE_EXPIRED_RECOVERIES } from './credentials/lost-factor/factor-recovery.repository.js';
import { DELETE_EXPIRED_BROWSERS } from './credentials/remembered-browsers/remembered-browsers.service.js';

/**
 * Deletes expired data about credentials: counters of failed attempts, unfinished activations, unanswered passkey
 * challenges, old phone approvals, ended replacements of second factors, and remembered browsers.
 */
@Injectable()
@Recurring('auth/purge-credentials', { everySeconds: 3_600 })
export class PurgeCredentials extends PurgeJob {
  protected readonly statements = [
    TRIES,
    ACTIVATIONS,
    CHALLENGES,
    NUMBER_APPROVALS,
    DELETE_EXPIRED_RECOVERIES,
    DELETE_EXPIRED_BROWSERS,
  ];
}

const TRIES = `
  DELETE FROM auth.login_tries WHERE (subject, browser) IN (
    SELECT subject, browser FROM auth.login_tries WHERE open_at < now() - interval '25 hours' OR open_at > now() + interval '25 hours' LIMIT $1)
  RETURNING 1`;

// Deletes unfinished activations after eight days.
// The code is valid for seven days, and an interrupted activation can be repeated until the code expires.
const ACTIVATIONS = `
  DELETE FROM auth.activation WHERE credential_id IN (
    SELECT credential_id FROM auth.activation
    WHERE live_at IS NULL AND created_at < now() - interval '8 days' LIMIT $1)
  RETURNING 1`;

const CHALLENGES = `
  DELETE FROM auth.passkey_challenge WHERE challenge_hash IN (
    SELECT challenge_hash FROM auth.passkey_challenge WHERE expires_at < now() LIMIT $1)
  RETURNING 1`;

const NUMBER_APPROVALS = `
  DELETE FROM auth.number_approval WHERE approval_id IN (
    SELECT approval_id FROM auth.number_approval WHERE created_at < now() - interval '1 day' LIMIT $1)
  RETURNING 1`;

/** Deletes approvals an hour after they expire. Until then they count towards the rate limits. */
@Injectable()
@Recurring('auth/purge-approvals', { everySeconds: 300 })
export class PurgeApprovals extends PurgeJob {
  protected readonly statements = [EXPIRED_APPROVALS];
}

/** Deletes expired records of the protocol engine, such as codes, tokens and sessions. */
@Injectable()
@Recurring('auth/purge-engine-records', { everySeconds: 60 })
export class PurgeEngineRecords extends PurgeJob {
  protected readonly statements = [EXPIRED_RECORDS];
}

const EXPIRED_RECORDS = `
  DELETE FROM auth.engine_record WHERE (model, id_hash) IN (
    SELECT model, id_hash FROM auth.engine_record WHERE expires_at < now() - interval '15 seconds' LIMIT $1)
  RETURNING 1`;

/**
 * Deletes revocations once every token that they apply to has expired: those of single tokens, and those of all tokens
 * that a user, a client or a grant had before a certain time (cut-offs).
 */
@Injectable()
@Recurring('auth/purge-voids', { everySeconds: 600 })
export class PurgeVoids extends PurgeJob {
  protected readonly statements = [EXPIRED_DENIALS, EXPIRED_CUT_OFFS];
}

const EXPIRED_DENIALS = `
  DELETE FROM auth.denied_token WHERE jti IN (
    SELECT jti FROM auth.denied_token WHERE expires_at < now() - interval '1 minute' LIMIT $1)
  RETURNING 1`;

const EXPIRED_CUT_OFFS = `
  DELETE FROM auth.cut_off WHERE (kind, id) IN (
    SELECT kind, id FROM auth.cut_off WHERE expires_at < now() - interval '1 minute' LIMIT $1)
  RETURNING 1`;
