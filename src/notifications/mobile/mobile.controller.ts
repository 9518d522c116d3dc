import { finished, Readable } from 'node:stream';
import { Body, Controller, HttpCode, Param, Req, Res, StreamableFile, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentPrincipal, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, madeHere, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { type JsonObject, KernelErrors } from '../../shared/kernel/index.js';
import { RefusesBlockedUsers, userOf } from '../../users/contract/index.js';
import { successOf } from './mobile-event.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { isOperation, readsList } from './operations.js';
import { listPieces, PATIENCE_MS, PIECE_BYTES, type Pieces } from './operations/list-pieces.reader.js';
import { ListConcurrencyLimiter } from './operations/list-concurrency-limiter.service.js';
import { callerFrom, type MobileCaller } from './mobile-operation.port.js';
import { type MobileCall, MobileOperations } from './mobile-operations.service.js';
import { MobileErrorFilter } from './mobile-error.filter.js';

/** Serves the mobile operations over HTTP. Their API documentation is generated from the table of operations. */
@ApiExcludeController()
@Controller('mobile/v1')
@UseFilters(MobileErrorFilter)
@ThrowsOnAnyRoute()
@Throws(
  KernelErrors.unsupportedMediaType,
  NotificationErrors.tooManyLists,
  NotificationErrors.listsOfEnterprise,
  NotificationErrors.listsOfAll,
)
export class MobileController {
  constructor(
    private readonly operations: MobileOperations,
    private readonly lists: ListConcurrencyLimiter,
  ) {}

  @IdempotentPost(':operation')
  @HttpCode(200)
  @Scopes('notifications')
  @RefusesBlockedUsers()
  async call(
    @CurrentPrincipal() principal: Principal,
    @Param('operation') name: string,
    @Body() given: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    if (!isOperation(name)) throw KernelErrors.notFound();
    const call = this.operations.read(name, given);
    const caller = callerFrom(principal, userOf(request)?.language);
    if (readsList(name)) return this.#list(caller, call, response);
    return successOf(name, (await this.operations.perform(caller, call)) as JsonObject);
  }

  async #list(caller: MobileCaller, call: MobileCall, response: Response): Promise<object> {
    const place = this.lists.begin(caller);
    finished(response, () => place.end());
    const [performed, pieces] = await place.read(async () => {
      const read = await this.operations.perform(caller, call);
      return [read, listPieces(call.name, read, place)] as const;
    });
    const patience = setTimeout(() => response.destroy(), PATIENCE_MS);
    finished(response, () => clearTimeout(patience));
    if (place.heldBytes <= PIECE_BYTES) return successOf(call.name, performed as JsonObject);
    return this.#stream(pieces, patience);
  }

  #stream(pieces: Pieces, patience: NodeJS.Timeout): StreamableFile {
    const stream = Readable.from(inTime(madeHere(pieces), patience), { objectMode: false });
    return (
      new StreamableFile(stream, { type: 'application/json; charset=utf-8' })
        // After a failure, the connection is broken off: a normal end would look like a complete response.
        .setErrorHandler((error, response) => {
          this.operations.failure(error);
          response.destroy?.();
        })
        // Nothing is logged here: an error only means that the client has disconnected.
        .setErrorLogger(() => undefined)
    );
  }
}

/**
 * Extends the client's deadline with every chunk: a request for the next chunk means that the previous one has been
 * received.
 */
async function* inTime(pieces: AsyncIterable<Buffer>, patience: NodeJS.Timeout): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    patience.refresh();
    yield piece;
  }
}
