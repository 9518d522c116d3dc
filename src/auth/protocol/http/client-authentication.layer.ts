import { Readable } from 'node:stream';
import { decode } from 'node:querystring';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AuthMethod } from '../../client/client-profile.js';
import { textOf, type Layer } from './request.layers.js';

type MethodOf = (clientId: string) => Promise<AuthMethod | undefined>;

/**
 * Handles an `Authorization: Basic` header with an empty secret, which some libraries send for a client that has no
 * secret (RFC 6749, 2.3.1, lets a client leave an empty secret out). For a client with the method `none`, the header
 * only names the client, as `client_id` does. Any other client has failed to authenticate and gets a 401 (RFC 6749,
 * 5.2), where the engine would answer 400.
 */
export const emptySecrets =
  (methodOf: MethodOf): Layer =>
  async (ctx, next) => {
    const clientId = clientWithEmptySecret(ctx.get('Authorization'));
    if (clientId === undefined) return next();
    const form = (await methodOf(clientId)) === 'none' ? await formNaming(clientId, ctx) : undefined;
    if (form === undefined) refuse(ctx);
    else await passOn(ctx, form, next);
  };

function clientWithEmptySecret(authorization: string): string | undefined {
  const [, credentials = ''] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const [, encoded] = /^([^:]+):$/.exec(Buffer.from(credentials, 'base64').toString('utf8')) ?? [];
  return encoded === undefined ? undefined : String(decode(`id=${encoded}`)['id']);
}

/**
 * Returns the form with `client_id` added. Returns undefined if the form names another client, or if the body is not a
 * form.
 */
async function formNaming(clientId: string, ctx: KoaContextWithOIDC): Promise<string | undefined> {
  if (!ctx.is('application/x-www-form-urlencoded')) return undefined;
  const form = new URLSearchParams(await textOf(ctx.req, LONGEST_FORM));
  const named = form.getAll('client_id');
  if (named.length === 0) form.append('client_id', clientId);
  return named.every((name) => name === clientId) ? form.toString() : undefined;
}

/** Maximum length of a form in bytes: as much as the engine itself reads. The longest parameter is an ID token. */
const LONGEST_FORM = 56 * 1024;

/**
 * Passes the request to the engine with this form as its body. Removes the `Authorization` header, because the engine
 * would reject its empty secret.
 */
async function passOn(ctx: KoaContextWithOIDC, form: string, next: () => Promise<void>): Promise<void> {
  const { req } = ctx;
  delete req.headers.authorization;
  req.headers['content-length'] = String(Buffer.byteLength(form));
  const body = Object.assign(Readable.from([Buffer.from(form)], { objectMode: false }), { headers: req.headers });
  ctx.req = body as unknown as typeof req;
  try {
    await next();
  } finally {
    ctx.req = req;
  }
}

function refuse(ctx: KoaContextWithOIDC): void {
  ctx.status = 401;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('WWW-Authenticate', 'Basic realm="Countersign", error="invalid_client"');
  ctx.body = { error: 'invalid_client', error_description: 'client authentication failed' };
}
