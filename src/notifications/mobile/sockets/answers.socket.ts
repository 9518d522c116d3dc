import { eventText, failureOf } from '../mobile-event.js';
import { readsList } from '../operations.js';
import { withQueueKey, type JsonObject } from '../../../shared/kernel/index.js';
import { listPieces } from '../operations/list-pieces.reader.js';
import type { ListConcurrencyLimiter } from '../operations/list-concurrency-limiter.service.js';
import type { MobileCaller } from '../mobile-operation.port.js';
import type { MobileCall, MobileOperations } from '../mobile-operations.service.js';
import type { CallId } from './socket-message.js';
import { MessageBroken, SocketGone, type SocketSender } from './sender.socket.js';

export interface AnswerServices {
  readonly operations: MobileOperations;
  readonly lists: ListConcurrencyLimiter;
}

/** A call that the socket has accepted, but whose result has not been sent yet. */
interface AcceptedCall {
  readonly id: CallId;
  /** The unparsed arguments of the call, as the client sent them. */
  readonly given: unknown;
  readonly call: MobileCall;
  readonly caller: MobileCaller;
}

/** Runs the calls of one socket, and sends their results. */
export class SocketAnswers {
  /** Settles when the list that is currently being sent is complete. The next list on this socket waits for that. */
  #list: Promise<void> = Promise.resolve();

  constructor(
    private readonly sender: SocketSender,
    private readonly services: AnswerServices,
  ) {}

  answer(accepted: AcceptedCall): Promise<void> {
    const { tenant, user } = accepted.caller;
    return withQueueKey({ tenant: tenant.enterpriseId, session: user.sub }, () => this.#answer(accepted));
  }

  async #answer(accepted: AcceptedCall): Promise<void> {
    const { id, given, call } = accepted;
    try {
      if (readsList(call.name)) await this.#listInTurn(accepted);
      else await this.#event(accepted);
    } catch (error) {
      if (error instanceof MessageBroken || error instanceof SocketGone) throw error;
      const failure = this.services.operations.failure(error);
      await this.sender.send(JSON.stringify({ id, ...failureOf(call.name, given, failure) }));
    }
  }

  async #event({ id, call, caller }: AcceptedCall): Promise<void> {
    const performed = await this.services.operations.perform(caller, call);
    await this.sender.send(eventText(call.name, performed as JsonObject, { id }));
  }

  #listInTurn(accepted: AcceptedCall): Promise<void> {
    const sent = this.#list.then(() => this.#sendList(accepted));
    this.#list = sent.catch(() => undefined);
    return sent;
  }

  async #sendList({ id, call, caller }: AcceptedCall): Promise<void> {
    const place = this.services.lists.begin(caller);
    try {
      const pieces = await place.read(async () => {
        if (this.sender.isGone) throw new SocketGone();
        return listPieces(call.name, await this.services.operations.perform(caller, call), place, { id });
      });
      await this.sender.sendPieces(pieces);
    } finally {
      place.end();
    }
  }
}
