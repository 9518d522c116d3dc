import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { PageErrors } from '../../../shared/pages/index.js';
import { InteractionEntrance } from '../interaction-entrance.service.js';
import { InteractionPages } from '../interaction-pages.service.js';
import { KnownAccounts } from './known-accounts.service.js';

/**
 * Lets the user choose one of the accounts that the browser remembers. The choice only fills in the login name: the
 * user must still sign in.
 */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page for the browser that holds the cookie of its interaction')
@Controller('service/interaction/:uid/account')
export class AccountsController {
  constructor(
    private readonly pages: InteractionPages,
    private readonly entrance: InteractionEntrance,
    private readonly accounts: KnownAccounts,
  ) {}

  @Post()
  async choose(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, form, tenant } = await this.entrance.sent(request, response);
    const known = await this.accounts.in(request, tenant);
    const chosen = known.find(({ sub }) => sub === form.text('account'));
    await this.pages.login(open, chosen && { login: chosen.userId });
  }

  @Post('forget')
  async forget(@Req() request: Request, @Res() response: Response, @Param('uid') uid: string): Promise<void> {
    const { form } = await this.entrance.sent(request, response);
    this.accounts.forget(request, response, form.text('account'));
    response.redirect(303, pathOf(uid));
  }

  /** If the browser opens the URL of a form with a GET request, redirects to the sign-in page. */
  @Get(['', 'forget'])
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, pathOf(uid));
  }
}

const pathOf = (uid: string): string => `/service/interaction/${encodeURIComponent(uid)}`;
