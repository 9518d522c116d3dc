import { createReadStream, statSync } from 'node:fs';
import { RequestValidationPipe } from '../../../shared/fields/index.js';
import { DomainError, jsonMembers, NoJsonObject } from '../../../shared/kernel/index.js';
import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { Enterprises } from '../../../users/contract/index.js';
import { commandLineManager } from '../administrators.service.js';
import { ClientsService } from '../clients.service.js';
import { CreateClientDto } from '../dto/change-client.dto.js';
import { readKeycloakClient, type ReadClient } from './keycloak-clients.reader.js';

export const clientImport = defineCommand({
  name: 'client import',
  takes: '<realm.json>',
  summary:
    'Makes the clients of a realm of Keycloak. Each gets an id and a secret of this service, and is told as a line of JSON.',
  options: {
    enterprise: { type: 'string', value: 'ID', summary: 'The enterprise that owns them. Default: default.' },
    test: { type: 'boolean', summary: 'For test data only.' },
    'dry-run': { type: 'boolean', summary: 'Only shows what would be imported, and imports nothing.' },
  },
  run: async ({ application, options, given, print }) => {
    const { enterprise: enterpriseId = 'default', test, 'dry-run': dryRun } = options;
    const stream = opened(given);
    const app = await application();
    if (!(await app.get(Enterprises).exists(enterpriseId)))
      throw new UsageError(`There is no enterprise ${enterpriseId}.`);
    const by = commandLineManager(enterpriseId, test);
    const make = async (dto: CreateClientDto) => {
      if (dryRun) return {};
      const { client, secret } = await app.get(ClientsService).onboard(by, CreateClientDto.toProfile(dto));
      return { clientId: client.clientId, ...(secret !== null && { clientSecret: secret }) };
    };
    let refused = 0;
    for await (const { line, ...read } of clientsIn(stream)) {
      const made = 'errors' in read ? read : await madeOf(read, make);
      if ('errors' in made) refused += 1;
      print(JSON.stringify({ line, ...made }));
    }
    return Number(refused > 0);
  },
});

function opened([path, ...more]: readonly string[]): AsyncIterable<Buffer> {
  if (path === undefined || more.length > 0) throw new UsageError('Name one file: the export of a realm.');
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`${path} cannot be read.`);
  return createReadStream(path);
}

async function* clientsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadClient & { readonly line: number }> {
  try {
    for await (const { name, line, ...read } of jsonMembers(chunks, new Set(['clients']))) {
      if (name !== 'clients') continue;
      const client = 'value' in read ? readKeycloakClient(read.value) : { from: '', errors: [read.fault] };
      if (client) yield { line, ...client };
    }
  } catch (error) {
    throw error instanceof NoJsonObject ? new UsageError(error.message) : error;
  }
}

type ImportReport =
  | Extract<ReadClient, { errors: unknown }>
  | { from: string; clientId?: string; left: readonly string[] };

/** Validates a client by the rules of `POST /v1/clients`, and creates it. */
async function madeOf(
  { from, body, left }: Extract<ReadClient, { body: unknown }>,
  make: (dto: CreateClientDto) => Promise<{ clientId?: string; clientSecret?: string }>,
): Promise<ImportReport> {
  try {
    const dto = new RequestValidationPipe().transform(body, { type: 'body', metatype: CreateClientDto });
    return { from, ...(await make(dto as CreateClientDto)), left };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const errors = error.extra.errors?.map(({ pointer, detail }) => `${pointer}: ${detail}`) ?? [error.message];
    return { from, errors };
  }
}
