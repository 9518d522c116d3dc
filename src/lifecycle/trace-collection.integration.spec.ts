import { Controller, Get } from '@nestjs/common';
import { collectTraces, type TraceCollection } from './trace-collection.js';
import { UnitOfWork } from '../shared/persistence/index.js';
import { WithoutToken } from '../shared/auth-guard/index.js';
import { startTestApplication, type TestApplication } from '../../test/support/application.js';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../../test/support/otlp-receiver.js';

describe('Trace collection', () => {
  @WithoutToken('a test')
  @Controller('IdvWebServer/traced')
  class TracedController {
    constructor(private readonly uow: UnitOfWork) {}

    @Get(':id')
    async work(): Promise<void> {
      await this.uow.run((tx) => tx.rows('SELECT 1'));
    }
  }

  let receiver: OtlpReceiver;
  let running: TestApplication;
  let traces: TraceCollection | undefined;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    running = await startTestApplication({
      controllers: [TracedController],
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_SERVICE_NAME: 'bank' },
    });
    traces = await collectTraces(running.config);
  });
  afterAll(async () => {
    await running.close();
    await receiver.close();
  });

  describe('With a collector', () => {
    let spans: readonly ReceivedSpan[];
    let ownTraceId: string | undefined;
    beforeAll(async () => {
      await fetch(running.url('idv', '/IdvWebServer/traced/1'), {
        headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      });
      const refused = await fetch(running.url('idv', '/IdvWebServer/unknown'));
      ownTraceId = ((await refused.json()) as { traceId: string }).traceId;
      await traces?.stop();
      spans = receiver.spans;
    });

    it('each request is a span below that of its caller', () => {
      expect(spans).toContainEqual(
        expect.objectContaining({
          name: 'GET /IdvWebServer/traced/:id',
          service: 'bank',
          traceId: '0af7651916cd43dd8448eb211c80319c',
          parentSpanId: 'b7ad6b7169203331',
          attributes: expect.objectContaining({ 'http.response.status_code': 200, 'countersign.surface': 'idv' }),
        }),
      );
    });

    it('a trace that begins here has the id that the caller is told', () => {
      expect(ownTraceId).toMatch(/^[0-9a-f]{32}$/);
      expect(spans.find(({ traceId }) => traceId === ownTraceId)).toMatchObject({ name: 'GET' });
    });

    it('a unit of work is a span below its request', () => {
      const request = spans.find(({ name }) => name === 'GET /IdvWebServer/traced/:id');
      expect(spans).toContainEqual(
        expect.objectContaining({ name: 'unit of work', parentSpanId: request?.spanId, traceId: request?.traceId }),
      );
    });
  });

  describe('Without a collector', () => {
    it('nothing is collected', async () => {
      expect(await collectTraces({ ...running.config, otlpEndpoint: undefined })).toBeUndefined();
    });
  });
});
