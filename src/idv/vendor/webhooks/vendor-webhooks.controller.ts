import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { signedBodyOf, Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { VendorErrors } from '../vendor.errors.js';
import { VendorNotifications } from '../vendor-notifications.service.js';

/** The endpoint where the configured vendor reports that a result has changed. */
@ApiExcludeController()
@WithoutToken('the vendor signs what it sends')
@Controller('IdvWebServer/vendor')
export class VendorWebhooksController {
  constructor(private readonly news: VendorNotifications) {}

  @Post('webhooks')
  @HttpCode(204)
  @Throws(KernelErrors.notFound, VendorErrors.webhookRefused, KernelErrors.tooManyRequests, KernelErrors.unavailable)
  take(@Req() request: Request): Promise<void> {
    return this.news.take({ headers: request.headers, body: signedBodyOf(request) });
  }
}
