import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserCard } from '../../users/contract/index.js';
import { KnownBrowsers, KNOWN_FOR_DAYS } from '../credentials/tries/known-browsers.service.js';
import { FormGuard, formOf, PageSender } from '../../shared/pages/index.js';
import { KnownAccounts } from './accounts/known-accounts.service.js';
import { Interactions, type SentForm, takesPasskeysOnly } from './interactions.service.js';

/** Checks the forms of the sign-in pages, and logs the user in after any sign-in method. */
@Injectable()
export class InteractionEntrance {
  constructor(
    private readonly interactions: Interactions,
    private readonly guard: FormGuard,
    private readonly sender: PageSender,
    private readonly browsers: KnownBrowsers,
    private readonly accounts: KnownAccounts,
  ) {}

  async sent(request: Request, response: Response): Promise<SentForm> {
    const open = await this.interactions.open(request, response);
    this.guard.check(request, open.details.uid);
    return { open, form: formOf(request), tenant: open.client.tenant, marks: this.sender.cookie(request, 'known') };
  }

  async enter(sent: SentForm, user: UserCard, amr: readonly string[]): Promise<void> {
    const { open } = sent;
    const { sub } = user.ref;
    this.noteKnown(sent, user);
    await this.interactions.login(open, sub, amr);
  }

  /** Marks the browser as one in which the user has signed in. */
  noteKnown({ open, marks }: Pick<SentForm, 'open' | 'marks'>, { ref: { sub } }: UserCard): void {
    this.sender.setCookie(open.response, 'known', this.browsers.withMark(marks, sub), KNOWN_FOR_DAYS);
    if (!takesPasskeysOnly(open)) this.accounts.note(open.request, open.response, sub);
  }
}
