import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { ISSUER_PATH, issuerOf, WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { DomainError, KernelErrors } from '../../shared/kernel/index.js';
import { ClientErrors } from '../contract/auth.errors.js';
import { REGISTRATION } from '../protocol/engine/engine.routes.js';
import { faultOfField, type Metadata, metadataOf } from './client-metadata.js';
import { RegistrationRefused, type Registered, Registrations } from './registrations.service.js';

/**
 * The registration endpoint (RFC 7591), and the management URL of each client that has registered itself (RFC 7592).
 */
@ApiExcludeController()
@WithoutToken(
  'an initial access token, or the registration access token of the client, which the service checks itself',
)
@Throws(KernelErrors.notFound, KernelErrors.tooManyRequests)
@Controller(`${ISSUER_PATH}${REGISTRATION}`)
export class RegistrationsController {
  constructor(
    private readonly registrations: Registrations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(201)
  register(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object | undefined> {
    return this.#answer(response, async () =>
      this.#shown(await this.registrations.register(bearerOf(request), metadataIn(request))),
    );
  }

  @Get(':clientId')
  read(
    @Param('clientId') clientId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object | undefined> {
    return this.#answer(response, async () => this.#shown(await this.registrations.read(clientId, bearerOf(request))));
  }

  @Put(':clientId')
  replace(
    @Param('clientId') clientId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object | undefined> {
    return this.#answer(response, async () =>
      this.#shown(await this.registrations.replace(clientId, bearerOf(request), metadataIn(request))),
    );
  }

  @Delete(':clientId')
  @HttpCode(204)
  remove(
    @Param('clientId') clientId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object | undefined> {
    return this.#answer(response, async () => {
      await this.registrations.remove(clientId, bearerOf(request));
      return undefined;
    });
  }

  /**
   * Answers 404 if client registration is disabled. Errors have the OAuth format, because client libraries expect it.
   */
  async #answer(response: Response, work: () => Promise<object | undefined>): Promise<object | undefined> {
    if (!this.config.clientRegistration) throw KernelErrors.notFound();
    response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      return await work();
    } catch (error) {
      const refused = refusedBy(error);
      if (!refused) throw error;
      const { status, error: code, description } = refused;
      response.status(status);
      if (status === 401)
        response.set('WWW-Authenticate', `Bearer error="${code}", error_description="${description}"`);
      return { error: code, error_description: description };
    }
  }

  #shown({ client, secret, token }: Registered): object {
    return {
      ...metadataOf(client),
      ...(secret !== null && { client_secret: secret }),
      registration_client_uri: `${issuerOf(this.config)}${REGISTRATION}/${client.clientId}`,
      registration_access_token: token,
    };
  }
}

function bearerOf({ headers: { authorization } }: Request): string {
  const [, token] = /^Bearer ([\w-]{43})$/i.exec(authorization ?? '') ?? [];
  return token ?? '';
}

function metadataIn(request: Request): Metadata {
  const body = request.body as unknown;
  if (isJsonObject(body)) return body;
  throw new RegistrationRefused(400, 'invalid_client_metadata', 'send the metadata as a JSON object');
}

/**
 * Whether the body was parsed as JSON. A body of another content type is not parsed: it is an instance of a class, not
 * a plain object.
 */
const isJsonObject = (body: unknown): body is Metadata =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;

function refusedBy(error: unknown): RegistrationRefused | undefined {
  if (error instanceof RegistrationRefused) return error;
  if (!(error instanceof DomainError)) return undefined;
  if (error.kind === ClientErrors.tooMany) return new RegistrationRefused(403, 'access_denied', error.message);
  const [first] = error.extra.errors ?? [];
  if (error.kind !== KernelErrors.invalidArguments || !first) return undefined;
  const { error: code, description } = faultOfField(first);
  return new RegistrationRefused(400, code, description);
}
