import type { Config } from '../config.js';

export interface TraceCollection {
  /** Sends the remaining spans, then stops collecting. */
  stop(): Promise<void>;
}

/** Starts sending traces to the collector. Without a configured collector, the tracing library is not even loaded. */
export async function collectTraces(config: Config): Promise<TraceCollection | undefined> {
  if (config.otlpEndpoint === undefined) return undefined;
  const { startCollecting } = await import('./otlp.js');
  return startCollecting({ ...config, otlpEndpoint: config.otlpEndpoint });
}
