import { Injectable } from '@nestjs/common';
import { isCountry, isDocumentType, type DocumentChoice } from '@countersign/identity-engine';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { sandboxEngine } from './sandbox-engine.adapter.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { SessionSettings } from '../sessions/rules/session-settings.js';
import type { Session } from '../sessions/session.entity.js';
import { type Engine, LiveEngine } from './engine.port.js';

type EngineChoice = Pick<SessionSettings, 'engine'>;

/**
 * Returns the engine that judges a session. For live users, it is the engine of the service. In test mode, it is the
 * sandbox, unless the session names the built-in engine.
 */
@Injectable()
export class Engines {
  constructor(private readonly live: LiveEngine) {}

  /** Whether an engine is available for this tenant. */
  has(tenant: Tenant, choice: EngineChoice = {}): boolean {
    return this.#find(tenant, choice) !== undefined;
  }

  of(tenant: Tenant, choice: EngineChoice = {}): Engine {
    const engine = this.#find(tenant, choice);
    if (!engine) throw IdvErrors.engineUnavailable();
    return engine;
  }

  #find({ test }: Tenant, { engine }: EngineChoice): Engine | undefined {
    return test && engine === undefined ? sandboxEngine : this.live.get();
  }
}

type Choice = { readonly type: string; readonly country: string };

/** The documents that a user may show: those that the client accepts and the engine in use can read. */
@Injectable()
export class OfferedDocuments {
  constructor(private readonly engines: Engines) {}

  isOffered({ settings, tenant }: Session, choice: Choice): choice is DocumentChoice {
    const { type, country } = choice;
    if (!isDocumentType(type) || !isCountry(country) || !settings.documentTypes.includes(type)) return false;
    if (settings.chip === 'required' && type !== 'passport') return false;
    if (!this.engines.has(tenant, settings)) return true;
    const { licencesByFields = false } = settings;
    return this.engines.of(tenant, settings).documents.reads(type, country, licencesByFields);
  }
}

const RETRY_AFTER_SECONDS = 2;

/**
 * Returns an `AbortSignal` that is aborted when the engine has taken too long. The caller then gets a 503 error, which
 * says that it should retry.
 */
export function engineDeadline(milliseconds: number): AbortSignal {
  const deadline = new AbortController();
  setTimeout(() => deadline.abort(late()), milliseconds).unref();
  return deadline.signal;
}

const late = () => KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
