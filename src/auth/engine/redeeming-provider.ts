import { Provider, type KoaContextWithOIDC, type TokenEndpointGrantContext } from 'oidc-provider';

type Names = string | readonly string[] | ReadonlySet<string>;

/** The engine, except that it ends the redemption of a code by calling that. If that fails, so does the grant. */
export const providerRedeemingBy = (finish: (ctx: KoaContextWithOIDC) => Promise<void>): typeof Provider =>
  class extends Provider {
    /** The engine registers its own grants by it, too. */
    override registerGrantType<P extends object>(
      name: string,
      grant: (ctx: TokenEndpointGrantContext<P>) => Promise<void> | void,
      parameters?: Names,
      duplicates?: Names,
    ): void {
      const finished = async (ctx: TokenEndpointGrantContext<P>): Promise<void> => {
        await grant(ctx);
        await finish(ctx);
      };
      super.registerGrantType<P>(name, name === 'authorization_code' ? finished : grant, parameters, duplicates);
    }
  };
