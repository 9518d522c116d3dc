import {
  applyDecorators,
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import type { QueueKey } from '../../shared/kernel/index.js';
import { setPageOwner } from '../../shared/pages/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { Step } from '../sessions/rules/session-step.js';
import type { Session } from '../sessions/session.entity.js';
import { Sessions } from './sessions.service.js';

/**
 * The cookie of the browser that owns a session. Its value is the owner's secret. Over TLS its name has the prefix
 * `__Host-`.
 */
const OWNER_COOKIE = 'cs-idv-session';

const STEPS = 'countersign:session-steps';
const found = new WeakMap<Request, Session>();

/**
 * Rejects a request if its browser owns no session, or if the session is at another step than the route requires. The
 * guard reads the session without a lock, so the step must be checked again under the lock.
 */
@Injectable()
export class SessionStepGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const steps = this.reflector.getAllAndOverride<readonly Step[]>(STEPS, [context.getHandler(), context.getClass()]);
    const request = context.switchToHttp().getRequest<Request>();
    const session = await this.sessions.owned(ownerSecretOf(request, this.config));
    setPageOwner(request, session);
    if (steps.length > 0 && !steps.includes(session.step)) throw refusalOf(session);
    found.set(request, session);
    return true;
  }
}

const refusalOf = ({ status, step }: Session) =>
  status === 'EXPIRED' ? IdvErrors.expired() : IdvErrors.wrongStep(undefined, { step });

/** Requires that the browser owns a session at one of these steps. Without arguments, any step is allowed. */
export const AtStep = (...steps: readonly Step[]) =>
  applyDecorators(SetMetadata(STEPS, steps), UseGuards(SessionStepGuard));

/** The session that `SessionStepGuard` has found for the browser. */
export const CurrentSession = createParamDecorator((_data, context): Session => {
  const session = found.get(context.switchToHttp().getRequest<Request>());
  if (!session) throw IdvErrors.noSession();
  return session;
});

/** Returns the queue key of an upload: its tenant and session. It works only in routes with `SessionStepGuard`. */
export const uploaderOf = (request: Request): QueueKey | undefined => found.get(request)?.queueKey;

/** Returns the owner's secret from the cookie, or an empty string if the request has no such cookie. */
function ownerSecretOf({ headers }: Request, { idvUrl }: Config): string {
  const start = `${idvUrl.startsWith('https:') ? '__Host-' : ''}${OWNER_COOKIE}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
}
