import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { callerOf } from '../caller.js';
import { surfaceEnteredBy } from '../surfaces.js';
import { RequestLimits } from './request-limits.js';
import { demandWithinLimit } from './within-limit.js';

/** What one client may ask; and one user, whose client may well be the app of all users. */
@Injectable()
export class CallerLimit implements NestInterceptor {
  constructor(private readonly limits: RequestLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const caller = callerOf(request);
    if (caller) {
      const tells = surfaceEnteredBy(request)?.name === 'management';
      demandWithinLimit(this.limits.perCaller, caller.join('/'), http.getResponse<Response>(), tells);
    }
    return next.handle();
  }
}
