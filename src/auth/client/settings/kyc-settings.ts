/** The enterprise's endpoint that is asked about a verified person. */
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
