/** An application that is a part of this service: the console. Its users sign in as those of any application. */
export interface OwnClient {
  readonly clientId: string;
  readonly clientName: string;
  readonly enterpriseId: string;
  readonly redirectUri: string;
  /** Public: the client proves by it who it is. */
  readonly key: Readonly<Record<string, unknown>>;
}

export abstract class InternalClients {
  /** Makes the client, or changes it where something differs. */
  abstract keep(client: OwnClient): Promise<void>;
}

export interface ProtocolAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Signs users in to a part of this service, without going through the network. */
export abstract class InternalSignIns {
  /** Sends a form to an endpoint of the authorization server, by HTTP within this process. */
  abstract post(endpoint: 'par' | 'token', form: Readonly<Record<string, string>>): Promise<ProtocolAnswer>;

  /** Ends the user's sessions at the authorization server, with all their grants and tokens. */
  abstract end(sub: string): Promise<void>;

  /** How many passkeys each of them has. */
  abstract passkeysOf(subs: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
