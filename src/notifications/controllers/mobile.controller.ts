import { Readable } from 'node:stream';
import { Body, Controller, HttpCode, Param, Post, Req, StreamableFile, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentPrincipal, type Principal, Scopes } from '../../shared/http/bearer/principal.js';
import { Throws, ThrowsOnAnyRoute } from '../../shared/http/problems/throws.decorator.js';
import { KernelErrors } from '../../shared/kernel/errors.js';
import { RefusesBlockedUsers, userOf } from '../../users/contract.js';
import { eventText, isListing, successOf } from '../domain/mobile-event.js';
import { isOperation } from '../domain/operations.js';
import { callerFrom } from '../services/mobile/mobile-operation.js';
import { MobileOperations } from '../services/mobile/mobile-operations.service.js';
import { MobileErrorFilter } from './mobile-error.filter.js';

/** The operations over HTTP. Their documents are written from the table of operations. */
@ApiExcludeController()
@Controller('mobile/v1')
@UseFilters(MobileErrorFilter)
@ThrowsOnAnyRoute()
@Throws(KernelErrors.unsupportedMediaType)
export class MobileController {
  constructor(private readonly operations: MobileOperations) {}

  @Post(':operation')
  @HttpCode(200)
  @Scopes('notifications')
  @RefusesBlockedUsers()
  async call(
    @CurrentPrincipal() principal: Principal,
    @Param('operation') name: string,
    @Body() given: unknown,
    @Req() request: Request,
  ): Promise<object> {
    if (!isOperation(name)) throw KernelErrors.notFound();
    const call = this.operations.read(name, given);
    const performed = await this.operations.perform(callerFrom(principal, userOf(request)?.language), call);
    if (!isListing(performed)) return successOf(name, performed);
    const text = Readable.from(eventText(name, performed));
    // Once a part is sent, a cut connection tells the failure. Anything else would look like a whole answer.
    return new StreamableFile(text, { type: 'application/json; charset=utf-8' }).setErrorHandler((error, response) => {
      this.operations.failure(error);
      response.destroy?.();
    });
  }
}
