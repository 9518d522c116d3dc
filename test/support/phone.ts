import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { JWTPayload } from 'jose';
import type { Client } from '../../src/auth/client/client.entity.js';
import type { Tenant } from '../../src/shared/kernel/index.js';
import type { UserRef } from '../../src/users/contract/index.js';
import type { TestApplication } from './application.js';
import { activeUser, registerDevice, TestDevice } from './devices.js';
import { callApi, claimsFor, clientRow, signedToken, type Answer } from './tokens.js';

export interface Event {
  readonly event: string;
  readonly response: {
    readonly StatusCode: number;
    readonly StatusMsg: string;
    readonly ResponseData: any;
  };
}

/** What a call has come to, whichever way it was made. */
export interface Outcome {
  /** Over a socket: whether the call was accepted. Over HTTP there is no such answer. */
  readonly code: number | undefined;
  readonly event: Event | undefined;
}

export interface PhoneOptions {
  readonly firstParty?: boolean;
  readonly tenant?: Tenant;
  readonly clientName?: string;
  readonly authorizationDetailsTypes?: readonly string[];
}

/** The app of a user, as a test plays it: a client with the user's token, and perhaps a registered device. */
export class Phone {
  device: TestDevice | undefined;
  deviceId = '';

  private constructor(
    readonly running: TestApplication,
    readonly user: UserRef,
    private readonly client: Client,
    private readonly claims: JWTPayload,
  ) {}

  static async of(
    running: TestApplication,
    user: UserRef | string,
    claims: JWTPayload = {},
    { firstParty = false, tenant, clientName, authorizationDetailsTypes = [] }: PhoneOptions = {},
  ): Promise<Phone> {
    const ref = typeof user === 'string' ? await activeUser(running, user, tenant) : user;
    const { enterpriseId, test } = ref;
    const client = await clientRow(running, {
      ...{ enterpriseId, test, firstParty, scopes: ['openid', 'notifications'] },
      ...{ grantTypes: ['authorization_code', 'refresh_token'], applicationType: 'native', authMethod: 'none' },
      ...(clientName !== undefined && { clientName }),
      authorizationDetailsTypes,
    });
    return new Phone(running, ref, client, claims);
  }

  /** Another app of the same user. */
  another(claims: JWTPayload = {}): Phone {
    return new Phone(this.running, this.user, this.client, claims);
  }

  /** `level`: how sure the sign-in was in which it was registered. */
  async registered(device = new TestDevice(), level?: 1 | 2 | 3): Promise<this> {
    this.device = device;
    this.deviceId = (await registerDevice(this.running, this.user.sub, { device, level })).deviceId;
    return this;
  }

  token(claims: JWTPayload = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return signedToken(this.running, {
      ...claimsFor(this.running, this.client, ['notifications']),
      ...{ aud: this.running.config.mobileUrl, sub: this.user.sub, user_id: this.user.userId, auth_time: now },
      ...this.claims,
      ...claims,
    });
  }

  async post(operation: string, given?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const authorization = `Bearer ${await this.token()}`;
    return callApi(this.running, 'mobile', 'POST', `/mobile/v1/${operation}`, given, { authorization, ...headers });
  }

  async byHttp(operation: string, given?: unknown): Promise<Outcome> {
    return { code: undefined, event: (await this.post(operation, given)).body as Event };
  }

  async bySocket(operation: string, given?: unknown): Promise<Outcome> {
    const socket = await this.socket();
    try {
      return await socket.call(operation, given);
    } finally {
      socket.end();
    }
  }

  /** Open and authenticated. */
  async socket(given: { cursor?: string } = {}): Promise<PhoneSocket> {
    const socket = await PhoneSocket.open(this.running);
    await socket.authenticate({ token: await this.token(), ...given });
    return socket;
  }
}

export class PhoneSocket {
  readonly received: any[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #waiting: (() => void)[] = [];
  #calls = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.received.push(JSON.parse(data.toString()));
      for (const wake of this.#waiting.splice(0)) wake();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        for (const wake of this.#waiting.splice(0)) wake();
      }),
    );
  }

  static async open(running: TestApplication, headers = {}): Promise<PhoneSocket> {
    const socket = new WebSocket(running.url('mobile', '/mobile/v1/socket').replace('http', 'ws'), { headers });
    const phone = new PhoneSocket(socket);
    await once(socket, 'open');
    return phone;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first message that fits, of those that have come or will come. Taken once. */
  async next(fits: (message: any) => boolean): Promise<any> {
    for (;;) {
      const at = this.received.findIndex(fits);
      if (at >= 0) return this.received.splice(at, 1)[0];
      if (this.socket.readyState !== WebSocket.OPEN) throw new Error('The socket is closed');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  nextEvent(name: string): Promise<Event> {
    return this.next(({ event }) => event === name);
  }

  async authenticate(given: unknown): Promise<any> {
    const id = `a${this.#calls++}`;
    this.send({ id, operation: 'Authenticate', arguments: given });
    const { error } = await this.next((message) => message.id === id && message.error);
    if (error.longErrorCode !== 0) return error;
    return (await this.next((message) => message.id === id)).response.ResponseData;
  }

  async call(operation: string, given?: unknown): Promise<Outcome> {
    const id = this.#calls++;
    this.send({ id, operation, arguments: given });
    const { error } = await this.next((message) => message.id === id && message.error);
    if (error.longErrorCode !== 0) return { code: error.longErrorCode, event: undefined };
    const { id: _id, ...event } = await this.next((message) => message.id === id);
    return { code: 0, event };
  }

  end(): void {
    this.socket.terminate();
  }
}
