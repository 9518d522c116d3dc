import { Module } from '@nestjs/common';
import { Counter } from 'prom-client';
import { MetricsRegistry, OperationsModule } from '../observability/index.js';
import { OutboundFailure, Outbound, type OutboundAnswer, type OutboundRequest } from './outbound.port.js';
import { CONFIG, type Config } from '../../config.js';
import { LOOPBACK_NETWORKS } from '../kernel/index.js';
import { clientCertificate, outboundTrust } from './trusted-authorities.js';
import { Destinations } from './destinations.js';
import { HttpOutbound } from './http-outbound.adapter.js';
import { NameLookups } from './name-lookups.js';
import { nameServers } from './name-servers.js';

/** Counts our outgoing calls by purpose and outcome. */
export class MeasuredOutbound extends Outbound {
  readonly #calls: Counter<'purpose' | 'outcome'>;

  constructor(
    private readonly outbound: Outbound,
    registry: MetricsRegistry,
  ) {
    super();
    this.#calls = new Counter({
      name: 'countersign_outbound_calls_total',
      help: 'Calls to others by purpose and outcome: 2xx to 5xx, or refused, unreachable, timeout, too-large.',
      labelNames: ['purpose', 'outcome'],
      registers: [registry],
    });
  }

  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const { purpose } = request;
    try {
      const answer = await this.outbound.send(request);
      this.#calls.inc({ purpose, outcome: `${Math.floor(answer.status / 100)}xx` });
      return answer;
    } catch (error) {
      this.#calls.inc({ purpose, outcome: error instanceof OutboundFailure ? error.kind : 'failed' });
      throw error;
    }
  }
}

/**
 * Outside production, calls to this machine are allowed by default, because the services that we call usually run on
 * it.
 */
function destinationsOf({ nodeEnv, outboundAllow, lanAddress }: Config): Destinations {
  const developing = nodeEnv !== 'production';
  const ourselves = [...LOOPBACK_NETWORKS, ...(lanAddress ? [lanAddress] : [])];
  return new Destinations(outboundAllow ?? (developing ? ourselves : []), developing);
}

/** Outgoing calls to URLs that others have configured. Import this module to make such calls. */
@Module({
  imports: [OperationsModule],
  providers: [
    { provide: Destinations, inject: [CONFIG], useFactory: destinationsOf },
    {
      provide: Outbound,
      inject: [CONFIG, Destinations, MetricsRegistry],
      useFactory: (config: Config, destinations: Destinations, registry: MetricsRegistry): Outbound =>
        new MeasuredOutbound(
          new HttpOutbound(
            destinations,
            new NameLookups(nameServers(config.dnsServers)).find,
            outboundTrust(config, clientCertificate(config)),
          ),
          registry,
        ),
    },
  ],
  exports: [Outbound, Destinations],
})
export class OutboundModule {}
