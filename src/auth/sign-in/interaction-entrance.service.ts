import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserCard } from '../../users/contract/index.js';
import { KnownBrowsers, KNOWN_FOR_DAYS } from '../credentials/tries/known-browsers.service.js';
import { FormGuard, formOf, PageSender } from '../../shared/pages/index.js';
import { Interactions, type SentForm } from './interactions.service.js';

/** Logs a user in, whichever method proved who they are. */
@Injectable()
export class InteractionEntrance {
  constructor(
    private readonly interactions: Interactions,
    private readonly guard: FormGuard,
    private readonly sender: PageSender,
    private readonly browsers: KnownBrowsers,
  ) {}

  async sent(request: Request, response: Response): Promise<SentForm> {
    const open = await this.interactions.open(request, response);
    this.guard.check(request, open.details.uid);
    return { open, form: formOf(request), tenant: open.client.tenant, marks: this.sender.cookie(request, 'known') };
  }

  async enter({ open, marks }: SentForm, { ref: { sub } }: UserCard, amr: readonly string[]): Promise<void> {
    this.sender.setCookie(open.response, 'known', this.browsers.withMark(marks, sub), KNOWN_FOR_DAYS);
    await this.interactions.login(open, sub, amr);
  }
}
