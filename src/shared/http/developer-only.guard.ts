import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { KernelErrors } from '../kernel/errors.js';
import { isLoopbackAddress, isLoopbackHost } from '../kernel/loopback.js';

/** A page that exists for a browser on this machine only, and never in production. */
@Injectable()
export class DeveloperOnly implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.config.nodeEnv === 'production' || !isFromHere(request)) throw KernelErrors.notFound();
    return true;
  }
}

/**
 * The host too: a page elsewhere may have had its own name resolve to this machine, to read what we answer. And a tunnel or
 * a proxy here brings strangers from a local address.
 */
function isFromHere({ socket, headers }: Request): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const isDirect = headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
  return isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackHost(host) && isDirect;
}
