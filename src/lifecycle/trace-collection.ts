import type { Config } from '../config.js';

export interface TraceCollection {
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/** Sends traces to a collector if one is configured. If none is, the tracing library is not even loaded. */
export async function collectTraces(config: Config): Promise<TraceCollection | undefined> {
  if (config.otlpEndpoint === undefined) return undefined;
  const { startCollecting } = await import('./otlp.js');
  return startCollecting({ ...config, otlpEndpoint: config.otlpEndpoint });
}
