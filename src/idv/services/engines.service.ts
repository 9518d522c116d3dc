import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { sandboxEngine } from '../adapters/sandbox-engine.js';
import { IdvErrors } from '../domain/idv.errors.js';
import { type Engine, LiveEngine } from '../ports/engine.port.js';

/** The engine for a session: the sandbox in test mode, otherwise the one that is installed. */
@Injectable()
export class Engines {
  constructor(private readonly live: LiveEngine) {}

  /** Whether there is one at all. */
  has({ test }: Tenant): boolean {
    return test || this.live.get() !== undefined;
  }

  of({ test }: Tenant): Engine {
    const engine = test ? sandboxEngine : this.live.get();
    if (!engine) throw IdvErrors.engineUnavailable();
    return engine;
  }
}
