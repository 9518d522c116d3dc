import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { admittedTo } from '../../shared/auth-guard/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { allows, type FourEyesAction } from './four-eyes-state.js';
import { FourEyesRepository } from './four-eyes.repository.js';
import { hasRightToAgree } from './four-eyes-requests.service.js';

const ACTION = 'countersign:four-eyes-action';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Refuses a decision on a four-eyes request if its state does not allow the decision. The guard reads the request
 * without a lock, so the service must check again under the lock.
 */
@Injectable()
export class FourEyesDecisionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly requests: FourEyesRepository,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const action = this.reflector.get<FourEyesAction>(ACTION, context.getHandler());
    const http = context.switchToHttp().getRequest<Request>();
    const { principal, tenant } = admittedTo(http);
    const id = String(http.params['requestId']);
    // The route itself responds if the id is invalid or the caller may not see the request.
    if (principal.kind !== 'operator' || !UUID.test(id)) return true;
    const request = await this.requests.find(tenant, id);
    if (!request || allows(request.state, action)) return true;
    if (request.askedBy !== principal.sub && !hasRightToAgree(principal, request.right)) return true;
    throw OperatorErrors.alreadyDecided(`The request is ${request.state}`);
  }
}

export const AllowsOnRequest = (action: FourEyesAction) =>
  applyDecorators(SetMetadata(ACTION, action), UseGuards(FourEyesDecisionGuard));
