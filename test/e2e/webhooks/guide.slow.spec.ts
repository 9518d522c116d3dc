import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { until } from '../../integration/support/until.js';
import { urlOf } from '../../support/database.js';
import { startDocumented } from '../../support/documented.js';
import { freePorts } from '../../support/program.js';
import { answering } from '../../support/webhook-receiver.js';
import { scene } from './scene.js';

const PAGE = 'integrators/webhooks.md';

describe('Webhooks: guide', () => {
  describe.each(['In Node, with `standardwebhooks`'])('The guide: %s', (heading) => {
    it('takes what is genuine, and nothing else', async () => {
      const url = `http://127.0.0.1:${(await freePorts())['AUTH_PORT']}/`;
      const endpoint = await scene().register(url);
      const other = await scene().listening();
      const program = await startDocumented(PAGE, url, { WEBHOOK_SECRET: endpoint.secret }, heading);
      try {
        await scene().emit({ name: 'Žofie' });
        await until(async () => (await scene().statuses(endpoint))[0] === 'delivered');
        const [forOther] = await other.receiver.received(1);
        const send = async (headers: Record<string, string>, body: string) =>
          (await fetch(url, { method: 'POST', headers, body })).status;
        const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = forOther!.headers as any;
        const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
        expect(await send(headers, forOther!.body)).toBe(401); // signed with another secret
        expect(await send({}, forOther!.body)).toBe(401);
      } finally {
        await program.end();
      }
    });

    it('goes on during a rotation, and takes no message that was changed or is old', async () => {
      const url = `http://127.0.0.1:${(await freePorts())['AUTH_PORT']}/`;
      const { receiver, endpoint } = await scene().listening();
      await scene().portal.post(`${endpoint.path}/rotateSecret`, { overlapSeconds: 60 });
      await scene().emit({ n: 7 });
      const [webhook] = await receiver.received(1);
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = webhook!.headers as any;
      const program = await startDocumented(PAGE, url, { WEBHOOK_SECRET: endpoint.secret }, heading);
      try {
        const send = async (changes: Record<string, string>, body = webhook!.body) => {
          const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature, ...changes };
          return (await fetch(url, { method: 'POST', headers, body })).status;
        };
        expect(await send({})).toBe(204);
        expect(await send({}, webhook!.body.replace('7', '8'))).toBe(401);
        expect(await send({ 'webhook-id': `${id}0` })).toBe(401);
        expect(await send({ 'webhook-timestamp': String(Number(at) - 301) })).toBe(401);
        expect(await send({ 'webhook-signature': signature.replaceAll('v1,', 'v2,') })).toBe(401);
        expect(await send({ 'webhook-signature': 'v1,' })).toBe(401);
      } finally {
        await program.end();
      }
    });
  });

  describe('The API document', () => {
    it('shows every type with its example, and lists their names', async () => {
      const { webhooks, components } = (await scene().portal.get('/openapi.json')).body;
      const { CreateWebhookEndpoint: endpoint, WebhookEventType: types } = components.schemas;
      expect(endpoint.properties.eventTypes.items).toEqual({ $ref: '#/components/schemas/WebhookEventType' });
      expect(types.enum).toEqual(Object.keys(webhooks));
      expect(Object.keys(webhooks)).toEqual(expect.arrayContaining(['testing.happened', 'user.status_changed']));
      const { requestBody, parameters } = webhooks['user.status_changed'].post;
      const { schema, example } = requestBody.content['application/json'];
      expect(example).toMatchObject({ type: 'user.status_changed', data: { userId: 'jane.doe', test: false } });
      expect(schema.properties.data.properties).toMatchObject({
        userId: { type: 'string' },
        test: { type: 'boolean' },
      });
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
    });
  });

  describe('The command line', () => {
    // Beside the service of this process, which goes on answering meanwhile.
    const cli = async (...words: string[]) => {
      const { database, config } = scene().running;
      const env = {
        ...process.env,
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        ENCRYPTION_KEYS: config.encryptionKeys,
        DATABASE_URL: urlOf(database.address),
      };
      const script = fileURLToPath(new URL('../../../dist/program/cli.js', import.meta.url));
      const command = spawn(process.execPath, [script, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      const [stdout, [status]] = await Promise.all([text(command.stdout), once(command, 'close')]);
      return { stdout, status: status as number };
    };

    it('lists endpoints, and replays what has failed', async () => {
      const { receiver, endpoint } = await scene().listening();
      receiver.answer = answering(500);
      const listed = async () => (await cli('webhooks', 'list')).stdout;
      await scene().emit();
      await until(async () => (await scene().deliveries(endpoint))[0]?.attempts.length === 1);
      await scene().db.rows(`UPDATE shared.webhook_delivery SET status = 'failed'`);
      await scene().db.rows(`DELETE FROM shared.job WHERE lane = $1`, [endpoint.endpointId]);
      expect(await listed()).toContain(`${endpoint.endpointId}  ${receiver.url}  failing since 2`);
      await scene().portal.patch(`/v1/webhookEndpoints/${endpoint.endpointId}`, { enabled: true });
      const line = new RegExp(`${endpoint.endpointId} .* last try failed \\(500\\) at 2.* has failed deliveries`);
      expect(await listed()).toMatch(line);
      receiver.answer = answering(204);
      expect((await cli('webhooks', 'replay', '--id', endpoint.endpointId)).stdout).toBe(
        '1 failed deliveries will be made again.\n',
      );
      await until(async () => (await scene().statuses(endpoint))[0] === 'delivered');
      expect(await listed()).toContain(`${endpoint.endpointId}  ${receiver.url}  last try succeeded at 2`);
      expect((await cli('webhooks', 'replay', '--id', 'x')).status).toBe(64);
    });
  });
});
