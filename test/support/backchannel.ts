import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import type { Client } from '../../src/auth/client/client.entity.js';
import type { NewClient } from '../../src/auth/client/client-profile.js';
import type { UserRef } from '../../src/users/contract/index.js';
import type { TestApplication } from './application.js';
import { activeUser } from './devices.js';
import { Phone } from './phone.js';
import { clientWithSecret, relyingParty } from './relying-party.js';
import { seenBy, signed } from './signed-answer.js';
import { type PortalOptions, portalOf } from './tokens.js';
import { until } from '../integration/support/until.js';
import { Database } from '../../src/shared/persistence/index.js';

const POLL = { delivery: 'poll', notificationUrl: null, userCode: false, signingAlg: null } as const;

export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';

/** The programmer's answer of openid-client, or the error that it throws. */
export interface Told {
  readonly error?: string;
  readonly error_description?: string;
}

/** A client that asks on the phone, by openid-client, and a user with one. */
export class Asking {
  private constructor(
    readonly running: TestApplication,
    readonly client: Client,
    readonly config: oidc.Configuration,
    readonly phone: Phone,
    readonly secret: string,
  ) {}

  static async with(
    running: TestApplication,
    profile: Partial<NewClient & PortalOptions> = {},
    user?: UserRef,
  ): Promise<Asking> {
    const { client, secret } = await clientWithSecret(running, {
      ...{ clientName: 'Bookshop', scopes: ['openid', 'profile', 'offline_access'], firstParty: true },
      ...{ grantTypes: [CIBA_GRANT, 'refresh_token'], backchannel: POLL },
      ...profile,
    });
    const config = await relyingParty(running, client.clientId, secret);
    const asked = user ?? (await activeUser(running, `u-${randomUUID()}`));
    const phone = user ? await Phone.of(running, asked) : await (await Phone.of(running, asked)).registered();
    return new Asking(running, client, config, phone, secret);
  }

  ask(params: Record<string, string> = {}): Promise<oidc.BackchannelAuthenticationResponse> {
    const asked = { scope: 'openid', login_hint: this.phone.user.userId, ...params };
    return oidc.initiateBackchannelAuthentication(this.config, asked);
  }

  /** The tokens, or the refusal. */
  poll({ auth_req_id: id }: { auth_req_id: string }): Promise<Told & Partial<oidc.TokenEndpointResponse>> {
    return told(oidc.genericGrantRequest(this.config, CIBA_GRANT, { auth_req_id: id }));
  }

  /** Polls whenever it may until there is a result. */
  async result(request: { auth_req_id: string }): Promise<Told & Partial<oidc.TokenEndpointResponse>> {
    let answer = await this.poll(request);
    await until(async () => {
      if (answer.error !== 'authorization_pending' && answer.error !== 'slow_down') return true;
      await this.forgetPolls();
      answer = await this.poll(request);
      return false;
    });
    return answer;
  }

  async forgetPolls(): Promise<void> {
    await this.running.app.get(Database).rows(`UPDATE auth.approval SET polled_at = now() - interval '1 hour'`);
  }

  /** The notification that the request has become. */
  shown(request: oidc.BackchannelAuthenticationResponse): Promise<any> {
    return seenBy(this.phone, uuidOf(request));
  }

  /** Signs the answer with this label in English. */
  async answer(
    request: oidc.BackchannelAuthenticationResponse,
    label = 'Approve',
    changes: JWTPayload = {},
  ): Promise<any> {
    const uuid = uuidOf(request);
    const { actions } = await this.shown(request);
    const response: string = actions.find((one: any) => one.label === label).action;
    const signature = await signed(this.phone, uuid, response, changes);
    return this.phone.post('UpdateNotification', { notificationID: uuid, response, signature });
  }

  /** What the enterprise reads of it. */
  async read(request: oidc.BackchannelAuthenticationResponse): Promise<any> {
    const portal = await portalOf(this.running, { scopes: ['notifications:read', 'notifications:write'] });
    return (await portal.get(`/v1/notifications/${uuidOf(request)}`)).body;
  }

  async block(): Promise<void> {
    const portal = await portalOf(this.running, { scopes: ['users:write'] });
    const { status } = await portal.put(`/v1/users/${this.phone.user.userId}/status`, { status: 'BLOCKED' });
    if (status !== 200) throw new Error(`The user was not blocked: ${status}`);
  }

  async cancel(request: oidc.BackchannelAuthenticationResponse): Promise<void> {
    const portal = await portalOf(this.running, { scopes: ['notifications:read', 'notifications:write'] });
    await portal.post(`/v1/notifications/${uuidOf(request)}/cancel`);
  }
}

export const uuidOf = (request: oidc.BackchannelAuthenticationResponse): string =>
  request['notification_uuid'] as string;

/** The value of a promise, or what openid-client says of the refusal. */
export async function told<T extends object>(promise: Promise<T>): Promise<T & Told> {
  try {
    return await promise;
  } catch (error) {
    const { error: code, error_description, cause } = error as any;
    if (code === undefined && cause?.error === undefined) throw error;
    return { error: code ?? cause.error, error_description: error_description ?? cause?.error_description } as T & Told;
  }
}
