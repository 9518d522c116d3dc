import type { KoaContextWithOIDC } from 'oidc-provider';

export type Layer = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

/**
 * What stands around single routes, the outermost first. The engine knows only layers around all of them, and each layer
 * costs every request its promises.
 */
export function aroundRoutes(layers: Readonly<Record<string, readonly Layer[]>>): Layer {
  const around = new Map(Object.entries(layers).map(([path, some]) => [path, some.reduceRight(within)]));
  return (ctx, next) => around.get(ctx.path)?.(ctx, next) ?? next();
}

const within =
  (inner: Layer, outer: Layer): Layer =>
  (ctx, next) =>
    outer(ctx, () => inner(ctx, next));
