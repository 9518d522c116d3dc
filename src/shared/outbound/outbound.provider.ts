import { CONFIG, type Config } from '../../config.js';
import { LOOPBACK_NETWORKS } from '../kernel/loopback.js';
import { MetricsRegistry } from '../operations/metrics/metrics-registry.js';
import { Destinations } from './destinations.js';
import { HttpOutbound } from './http-outbound.adapter.js';
import { MeasuredOutbound } from './measured-outbound.js';
import { Outbound } from './outbound.port.js';

/** While developing, what we call runs on the same machine, mostly. */
function destinationsOf({ nodeEnv, outboundAllow }: Config): Destinations {
  const developing = nodeEnv !== 'production';
  return new Destinations(outboundAllow ?? (developing ? LOOPBACK_NETWORKS : []), developing);
}

export const outboundProvider = {
  provide: Outbound,
  inject: [CONFIG, MetricsRegistry],
  useFactory: (config: Config, registry: MetricsRegistry): Outbound =>
    new MeasuredOutbound(new HttpOutbound(destinationsOf(config)), registry),
};
