import { Injectable } from '@nestjs/common';
import { type Client as EngineClient, errors, type AuthorizationDetail } from 'oidc-provider';
import type { JsonObject, JsonValue } from '../../../shared/kernel/index.js';
import type { ShownDetail } from '../../approvals/approval-content.js';
import type { Client } from '../../client/client.entity.js';
import { valueFault } from '../../detail-types/detail-schema.js';
import { DetailTypes } from '../../detail-types/detail-types.service.js';
import { EngineClients } from '../engine/engine-clients.service.js';

const MOST = 5;

/**
 * Validates the parameter `authorization_details` (RFC 9396) against the types of the enterprise. The engine's own
 * support for the parameter stays off, because it has only one list of types for all clients.
 */
@Injectable()
export class AuthorizationDetails {
  constructor(
    private readonly types: DetailTypes,
    private readonly clients: EngineClients,
  ) {}

  readonly demand = async (_ctx: unknown, given: string | undefined, client: EngineClient): Promise<void> => {
    await this.read(this.clients.recordOf(client), given);
  };

  /**
   * Reads the parameter `authorization_details`. Returns an empty list if it is missing. Throws if a detail does not
   * match its type.
   */
  async read(client: Client, given: unknown): Promise<ShownDetail[]> {
    if (given === undefined) return [];
    const details = detailsIn(given);
    const shown: ShownDetail[] = [];
    for (const [at, detail] of details.entries()) shown.push(await this.#shown(client, detail, at));
    return shown;
  }

  async #shown(client: Client, detail: JsonValue, at: number): Promise<ShownDetail> {
    if (!isTyped(detail)) throw refused(at, 'it is no object with a type');
    const { type, ...members } = detail;
    if (!client.authorizationDetailsTypes.includes(type)) throw refused(at, 'the client does not have this type');
    const known = await this.types.find(client.tenant, type);
    if (!known) throw refused(at, 'there is no such type');
    const fault = valueFault(known.schema, members);
    if (fault !== undefined) throw refused(at, fault);
    return { detail, version: known.version, texts: known.texts };
  }
}

type Detail = JsonObject & { readonly type: string };

function detailsIn(given: unknown): readonly JsonValue[] {
  const parsed = typeof given === 'string' ? jsonIn(given) : given;
  if (!Array.isArray(parsed) || parsed.length === 0 || parsed.length > MOST)
    throw new errors.InvalidAuthorizationDetails(`authorization_details must be a JSON array of 1 to ${MOST} objects`);
  return parsed as JsonValue[];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isTyped = (value: JsonValue): value is Detail =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof (value as JsonObject)['type'] === 'string';

const refused = (at: number, why: string): Error =>
  new errors.InvalidAuthorizationDetails(`authorization_details[${at}]: ${why}`);

/**
 * Copies the authorization details of a code, an approval or a refresh token into the tokens issued from it. The engine
 * calls these functions even though its own support for authorization details is off.
 */
export const richAuthorizationRequests = {
  enabled: false,
  authorizationDetailsForGrantSource: () => undefined,
  authorizationDetailsForAccessToken: (_ctx: unknown, _token: unknown, source?: { rar?: AuthorizationDetail[] }) =>
    source?.rar,
  authorizationDetailsForIntrospection: (_ctx: unknown, token: { rar?: AuthorizationDetail[] }) => token.rar,
} as const;
