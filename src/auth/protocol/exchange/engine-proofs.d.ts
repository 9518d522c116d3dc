/**
 * Types of the engine's DPoP checks. They are internal to the engine, but our grant type for token exchange needs them.
 */
declare module 'oidc-provider/lib/helpers/validate_dpop.js' {
  import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

  interface Proof {
    readonly thumbprint: string;
  }
  export default function validateDpop(provider: Provider, ctx: KoaContextWithOIDC): Promise<Proof | undefined>;
  export function checkDpopReplay(
    provider: Provider,
    ctx: KoaContextWithOIDC,
    proof: Proof | undefined,
    clientId: string,
  ): Promise<void>;
}
