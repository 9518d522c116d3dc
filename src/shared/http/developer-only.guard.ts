import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { Networks } from '../../config/networks.js';
import { isLoopbackHost, KernelErrors, LOOPBACK_NETWORKS } from '../kernel/index.js';

type Machine = Pick<Config, 'nodeEnv' | 'developersFrom'> & Partial<Pick<Config, 'lanAddress'>>;

/**
 * Admits only browsers on this machine, and nobody in production. Requests from the networks in DEVELOPERS_FROM count
 * as requests from this machine.
 */
@Injectable()
export class DeveloperOnly implements CanActivate {
  readonly #here: Networks;
  /** The address of this machine on the local network, accepted in the Host header in addition to `localhost`. */
  readonly #name: string | undefined;
  readonly #isOpen: boolean;

  constructor(@Inject(CONFIG) { nodeEnv, developersFrom, lanAddress }: Machine) {
    this.#isOpen = nodeEnv !== 'production';
    this.#here = new Networks([...LOOPBACK_NETWORKS, ...developersFrom, ...(lanAddress ? [lanAddress] : [])]);
    this.#name = lanAddress;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!this.admits(request)) throw KernelErrors.notFound();
    return true;
  }

  admits(request: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
    return this.#isOpen && this.#isFromHere(request);
  }

  /**
   * Whether a request comes from this machine. The Host header is checked too, because another site could make its own
   * host name resolve to this machine (DNS rebinding). Forwarded requests are refused, because a tunnel or proxy on
   * this machine delivers strangers' requests from a local address.
   */
  #isFromHere({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
    const host = (headers.host ?? '').replace(/:\d+$/, '');
    const isDirect = headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
    const isOurs = isLoopbackHost(host) || host === this.#name;
    return this.#here.includes(socket.remoteAddress ?? '') && isOurs && isDirect;
  }
}
