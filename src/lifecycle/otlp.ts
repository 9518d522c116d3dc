import { randomBytes } from 'node:crypto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type IdGenerator } from '@opentelemetry/sdk-trace-node';
import { currentContext } from '../shared/kernel/index.js';
import { type AuthorityFiles, outboundTrust } from '../shared/outbound/index.js';
import type { TraceCollection } from './trace-collection.js';

interface Collector extends AuthorityFiles {
  readonly otlpEndpoint: string;
  readonly serviceName: string;
}

export function startCollecting({ otlpEndpoint, serviceName, ...files }: Collector): TraceCollection {
  const secureContext = otlpEndpoint.startsWith('https:') ? outboundTrust(files)() : undefined;
  const exporter = new OTLPTraceExporter({
    url: `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`,
    httpAgentOptions: { keepAlive: true, ...(secureContext && { secureContext }) },
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    idGenerator: requestIds,
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return { stop: () => provider.shutdown() };
}

const newId = (bytes: number): string => randomBytes(bytes).toString('hex');

/** A trace that starts in this process gets the trace id of the request, which logs and problem responses contain. */
const requestIds: IdGenerator = {
  generateTraceId: () => currentContext()?.traceId ?? newId(16),
  generateSpanId: () => newId(8),
};
