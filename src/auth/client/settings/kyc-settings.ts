/** The enterprise's endpoint that the service calls with the data of a verified person (KYC). */
export interface KycSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: KycAuth;
  readonly timeoutMs: number;
}

export type KycAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'bearer'; readonly token: string };
