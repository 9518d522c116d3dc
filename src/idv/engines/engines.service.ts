import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import { sandboxEngine } from './sandbox-engine.adapter.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { SessionSettings } from '../sessions/rules/session-settings.js';
import { type Engine, LiveEngine } from './engine.port.js';

type EngineChoice = Pick<SessionSettings, 'engine'>;

/**
 * The engine for a session: in test mode the sandbox unless the session names the built-in one, otherwise what is
 * installed.
 */
@Injectable()
export class Engines {
  constructor(private readonly live: LiveEngine) {}

  /** Whether there is any engine. */
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
