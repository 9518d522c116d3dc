/** A client that is part of this service: the console. Its users sign in as with any other client. */
export interface OwnClient {
  readonly clientId: string;
  readonly clientName: string;
  readonly enterpriseId: string;
  readonly redirectUri: string;
  /** The public key used to verify the client's authentication. */
  readonly key: Readonly<Record<string, unknown>>;
}

export abstract class InternalClients {
  /** Creates the client, or updates it if anything differs. */
  abstract keep(client: OwnClient): Promise<void>;
}

export interface ProtocolAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Signs users in to a part of this service, without network requests. */
export abstract class InternalSignIns {
  /** Sends a form to an endpoint of the authorization server within this process. */
  abstract post(endpoint: 'par' | 'token', form: Readonly<Record<string, string>>): Promise<ProtocolAnswer>;

  /** Ends all sessions of the user at the authorization server, with their grants and tokens. */
  abstract end(sub: string): Promise<void>;

  /** The number of passkeys that each user has. */
  abstract passkeysOf(subs: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
