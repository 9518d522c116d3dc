import { collectDefaultMetrics, Registry } from 'prom-client';

/** What this process is measured by. Not the library's global one: several applications may live in one process. */
export class MetricsRegistry extends Registry {
  constructor() {
    super();
    collectDefaultMetrics({ register: this });
  }
}
