import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { ISSUER_PATH } from '../../shared/auth-guard/index.js';
import { surfaces } from '../../shared/http/index.js';
import { currentContext, runInContext } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { GrantRevocation } from '../grants/grant-revocation.service.js';
import { PasskeyStore } from '../credentials/passkeys/passkey.store.js';
import { InternalSignIns, type ProtocolAnswer } from '../contract/internal-clients.port.js';
import { AuthorizationServer } from './engine/authorization-server.service.js';
import { routes } from './engine/engine.routes.js';

const PATHS = { par: routes.pushed_authorization_request, token: routes.token } as const;
const surface = surfaces.find(({ name }) => name === 'auth');

/**
 * Sends requests to the engine over an in-process connection. The engine treats them like requests from the network.
 */
@Injectable()
export class InternalSignInsAdapter extends InternalSignIns {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly passkeys: PasskeyStore,
    private readonly grants: GrantRevocation,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async post(endpoint: 'par' | 'token', form: Readonly<Record<string, string>>): Promise<ProtocolAnswer> {
    const [here, there] = duplexPair();
    createServer(this.#answerIn(currentContext())).emit('connection', there);
    const body = new URLSearchParams(form).toString();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = send({
        createConnection: () => here,
        method: 'POST',
        path: PATHS[endpoint],
        headers: { host: new URL(this.config.authUrl).host, connection: 'close', 'content-type': FORM },
      });
      asked.on('response', resolve).on('error', reject).end(body);
    });
    return { status: answer.statusCode ?? 500, body: parsed(await text(answer)) };
  }

  end(sub: string): Promise<void> {
    return this.uow.run((tx) => this.grants.endAllOf(tx, sub));
  }

  passkeysOf(subs: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.passkeys.countsOf(subs);
  }

  /** Passes a request to the engine, with the properties that our HTTP middleware sets on requests from the network. */
  #answerIn(context: ReturnType<typeof currentContext>) {
    return (request: IncomingMessage, response: ServerResponse): void => {
      if (surface) request.surface = surface;
      request.originalUrl = ISSUER_PATH + (request.url ?? '');
      const answer = () => this.server.answer(request, response, (error) => response.destroy(error as Error));
      if (context === undefined) answer();
      else {
        request.context = context;
        runInContext(context, answer);
      }
    };
  }
}

const FORM = 'application/x-www-form-urlencoded';

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
