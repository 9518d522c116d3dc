import { readFileSync } from 'node:fs';
import { PackedProject } from '../../support/packed.js';

let project: PackedProject;

beforeAll(() => {
  project = PackedProject.of('clients/node').with('@types/node', 'undici-types');
});
afterAll(() => project.remove());

const USE = `
const given = { issuer: 'https://id.example/service/authserver', apiUrl: 'https://api.example', clientId: 'c', clientSecret: 's' };
const client = new ManagementClient(given);
client.users.get('..').catch((error) => console.log(typeof webhookMiddleware, error.message, VERSION_OF));
`;

it('The package has what others need, and nothing else', () => {
  const kinds = project.files.map((file) => file.replace(/^dist\/(?:esm|cjs)\/.*\.d\.ts$/, 'types'));
  expect([...new Set(kinds)].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/cjs/index.js',
    'dist/cjs/index.js.map',
    'dist/cjs/package.json',
    'dist/esm/index.js',
    'dist/esm/index.js.map',
    'package.json',
    'types',
  ]);
  expect(project.manifest.dependencies).toBeUndefined();
});

it('The package runs as an ES module and as CommonJS, alone', () => {
  const use = USE.replace('VERSION_OF', 'client instanceof ManagementClient');
  project.write('main.mjs', `import { ManagementClient, webhookMiddleware } from '@countersign/node';${use}`);
  project.write('main.cjs', `const { ManagementClient, webhookMiddleware } = require('@countersign/node');${use}`);
  const printed = 'function userId is not an id. true\n';
  expect([project.run('main.mjs'), project.run('main.cjs')]).toEqual([printed, printed]);
});

it('The package says which version it is', () => {
  const code = `import { ManagementClient } from '@countersign/node';
    const fetch = async (url, { headers }) => {
      if (headers?.['user-agent']) console.log(headers['user-agent']);
      if (url.includes('well-known')) return Response.json({ issuer: 'https://i.example', token_endpoint: 'https://i.example/t' });
      return Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 9 });
    };
    const given = { issuer: 'https://i.example', apiUrl: 'https://a.example', clientId: 'c', clientSecret: 's', fetch };
    await new ManagementClient(given).users.get('jane');`;
  expect(project.write('version.mjs', code).run('version.mjs')).toBe(`countersign-node/${project.manifest.version}\n`);
});

/** What a reader has imported, and made, before. */
const HEAD = `import { ManagementClient, ProblemError, verifyEvidence, WebhookError, webhookMiddleware, WebhookVerifier } from '@countersign/node';
declare const client: ManagementClient;
`;

function snippetsIn(page: string): string[] {
  const text = readFileSync(new URL(`../../../clients/node/${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.map((block) => (block.includes("from '@countersign/node'") ? block : HEAD + block));
}

it('The package has types for both, under the strictest rules, and they refuse what is wrong', () => {
  const code = `import { ManagementClient, ProblemError, verifyEvidence, webhookMiddleware, type User, type WebhookEvent } from '@countersign/node';
    export async function use(client: ManagementClient): Promise<User[]> {
      const user: User = await client.users.get('jane.doe', { timeoutMs: 1_000 });
      await client.users.changeStatus(user.userId, { status: 'BLOCKED' });
      // @ts-expect-error -- no status has this name
      await client.users.changeStatus(user.userId, { status: 'BLOKCED' });
      // @ts-expect-error -- the group is missing
      await client.users.create({ userId: 'jane.doe' });
      const { evidence, status } = await client.notifications.get('n');
      if (status === 'UPDATED' && evidence) console.log((await verifyEvidence(evidence, {})).valid);
      const named = await client.call('Users_get', { path: { userId: 'jane.doe' } });
      console.log(named.primaryGroup);
      const users: User[] = [];
      for await (const one of client.users.list({ status: 'ACTIVE' })) users.push(one);
      return users;
    }
    export function told(event: WebhookEvent): string {
      switch (event.type) {
        case 'user.status_changed': return event.data.previousStatus;
        case 'idv.finished': return event.data.reasons.join();
        case 'notification.closed': return event.data.action_response;
        default: return event.type;
      }
    }
    export const middleware = webhookMiddleware({ secrets: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0', onEvent: told });
    export const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.code === 'users/not-found';
  `;
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023'], strict: true, exactOptionalPropertyTypes: true },
    ...{ noUncheckedIndexedAccess: true, skipLibCheck: false, noEmit: true, types: ['node'] },
  };
  const snippets = ['README.md', '../../docs/integrators/node-client.md'].flatMap(snippetsIn);
  expect(snippets.length).toBeGreaterThan(7);
  snippets.forEach((snippet, index) => project.write(`snippet-${index}.mts`, snippet));
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.mts', '*.cts'] }));
  project.write('main.mts', code).write('main.cts', code);
  expect(project.complaints()).toBe('');
});
