import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import asyncapi from '@asyncapi/parser';
import { evidenceVerify } from '../evidence/evidence-verify.command.js';
import { readArguments } from './arguments.js';
import { operationNames, operationOf } from './operations.js';
import { EvidenceSigningKeys } from '../../auth/keys/evidence/evidence-signing-keys.service.js';
import { Phone } from '../../../test/support/phone.js';
import { callApi } from '../../../test/support/tokens.js';
import { signed } from '../../../test/support/signed-answer.js';
import { ask, mobile, statusOf } from '../../../test/e2e/notifications/mobile.js';

describe('Documents', () => {
  const get = async (surface: 'mobile' | 'auth', path: string) =>
    (await callApi(mobile.running, surface, 'GET', path)).body;

  describe('The OpenAPI document', () => {
    it('has every operation, with an example of its arguments and of its outcomes', async () => {
      const { paths, components } = await get('mobile', '/openapi.json');
      expect(Object.keys(paths)).toEqual(operationNames.map((name) => `/mobile/v1/${name}`).sort());
      for (const name of operationNames) {
        const { post } = paths[`/mobile/v1/${name}`];
        const { example, schema } = post.requestBody.content['application/json'];
        const { arguments: declared } = operationOf(name);
        expect(Object.keys(schema.properties)).toEqual(Object.keys(declared));
        expect(() => readArguments(example, 0, declared)).not.toThrow();
        const outcomes = post.responses['200'].content['application/json'].examples;
        expect(outcomes.success.value).toMatchObject({ event: operationOf(name).event, response: { StatusCode: 100 } });
        expect(outcomes.failure.value).toMatchObject({ event: operationOf(name).event, response: { StatusCode: 4 } });
        expect(post.security).toEqual([{ oauth2: ['notifications'] }]);
      }
      expect(components.securitySchemes.oauth2.flows.authorizationCode.scopes).toHaveProperty('notifications');
    });
  });

  describe('The AsyncAPI document', () => {
    let document: any;
    let parsed: Awaited<ReturnType<InstanceType<typeof asyncapi.Parser>['parse']>>;
    beforeAll(async () => {
      document = await get('mobile', '/mobile/v1/asyncapi.json');
      parsed = await new asyncapi.Parser().parse(JSON.stringify(document));
    });

    it('is valid, and has every operation and event', () => {
      const { diagnostics } = parsed;
      expect(diagnostics.filter(({ severity }: { severity: number }) => severity === 0)).toEqual([]);
      const messages = Object.keys(document.channels.socket.messages);
      expect(messages).toEqual(expect.arrayContaining([...operationNames, 'Authenticate', 'onNotificationsChanged']));
      for (const name of operationNames) expect(messages).toContain(operationOf(name).event);
    });

    it('is served beside the OpenAPI document, too, and has the schema of each message among its components', async () => {
      expect(await get('mobile', '/asyncapi.json')).toEqual(document);
      const { socket, callbacks } = document.channels;
      const messages = Object.values<any>({ ...socket.messages, ...callbacks.messages });
      const wanted = messages.flatMap(({ payload, headers }) => [payload.$ref, ...(headers ? [headers.$ref] : [])]);
      const there = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
      expect([...new Set(wanted)].sort()).toEqual(there.sort());
    });

    it('names each schema, each otherwise', () => {
      const schemas = parsed.document?.allSchemas().all() ?? [];
      const titles = schemas.map((schema) => schema.title());
      expect(titles.length).toBeGreaterThan(100);
      expect([titles.filter((title) => !title), titles.length - new Set(titles).size]).toEqual([[], 0]);
    });
  });

  describe('Evidence', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'countersign-evidence-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function verify(evidence: unknown, keys: unknown) {
      const [file, published] = [join(folder, 'evidence.json'), join(folder, 'evidence-keys.json')];
      await writeFile(file, JSON.stringify(evidence));
      await writeFile(published, JSON.stringify(keys));
      const lines: string[] = [];
      const code = await evidenceVerify.run({
        options: { keys: published },
        given: [file],
        print: (line = '') => void lines.push(line),
      } as never);
      return { code, lines };
    }

    it('is verified by the command with the file and the published keys only, after its key was replaced, too', async () => {
      const phone = await (await Phone.of(mobile.running, 'witness')).registered();
      const uuid = await ask(phone.user, { ds_required: true });
      const signature = await signed(phone, uuid, 'accept');
      await phone.byHttp('UpdateNotification', { notificationID: uuid, response: 'accept', signature });
      const { evidence } = await statusOf(uuid);
      const before = await get('auth', '/.well-known/evidence-keys.json');
      expect(Object.keys(before.keys[0])).not.toContain('d');
      await mobile.running.app.get(EvidenceSigningKeys, { strict: false }).rotate();
      const keys = await get('auth', '/.well-known/evidence-keys.json');
      expect(keys.keys).toHaveLength(Number(before.keys.length) + 1);
      expect(keys.keys.map((key: object) => 'retired_at' in key)).toEqual([false, ...before.keys.map(() => true)]);
      const { code, lines } = await verify(evidence, keys);
      expect([code, lines[0]]).toEqual([0, `Valid. User witness answered "accept" to notification ${uuid}`]);
      const [text] = evidence.content.body;
      expect(lines).toContain(`Asked (${text.lng}): ${text.subject}`);
      expect(lines).toContain(`  ${text.message.split('\n')[0]}`);
      const chosen = evidence.content.actions.find(({ action }: { action: string }) => action === 'accept');
      expect(lines).toContain(`  ${chosen.label} (accept), which was chosen`);
      const other = await verify({ ...evidence, device: { ...evidence.device, user_id: 'joe' } }, keys);
      expect(other).toEqual({
        code: 1,
        lines: [
          'NOT valid:',
          '  statement, content or device: not what the receipt was given for (evidence_digest differs)',
        ],
      });
      const second = await ask(phone.user, { ds_required: true });
      const again = await signed(phone, second, 'accept');
      await phone.byHttp('UpdateNotification', { notificationID: second, response: 'accept', signature: again });
      expect((await verify((await statusOf(second)).evidence, keys)).code).toBe(0);
      expect((await verify((await statusOf(second)).evidence, before)).code).toBe(1);
    });
  });
});
