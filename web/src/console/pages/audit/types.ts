export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly outcome: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly actingFor?: string | null };
  readonly subject: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly comments: string | null;
  /** The entry's link in the hash chain. Present only when a single entry is read. */
  readonly link?: { readonly number: number; readonly hash: string } | null;
}
export interface AuditChain {
  readonly head: { readonly number: number; readonly hash: string } | null;
  readonly unlinked: number;
  readonly lagSeconds: number;
  readonly checkpoint: { readonly number: number; readonly jws: string; readonly signedAt: string } | null;
}
