import { Injectable } from '@nestjs/common';
import { newSecret } from '../../shared/kernel/index.js';
import { PageSender } from '../../shared/pages/index.js';
import { UserDirectory, type UserRef } from '../../users/contract/index.js';
import { FactorRules } from '../credentials/factor-rules.service.js';
import { RememberedBrowsers } from '../credentials/remembered-browsers/remembered-browsers.service.js';
import { BY_REMEMBERED_BROWSER } from '../sessions/login-session.js';
import { SessionOrigins } from '../sessions/session-origins.service.js';
import { Interactions, missingProof, type OpenInteraction, type SentForm } from './interactions.service.js';

const COOKIE = 'remembered';

/** Lets a browser count as the second factor, if its user wants that and the enterprise allows it. */
@Injectable()
export class Remembering {
  constructor(
    private readonly interactions: Interactions,
    private readonly sender: PageSender,
    private readonly users: UserDirectory,
    private readonly rules: FactorRules,
    private readonly browsers: RememberedBrowsers,
    private readonly origins: SessionOrigins,
  ) {}

  /**
   * The number of days for which the page offers to remember the browser, or 0. A remembered browser counts only for
   * level 2.
   */
  async daysFor(open: OpenInteraction): Promise<number> {
    const user = await this.users.find(open.details.session?.accountId ?? '');
    if (!user || missingProof(open)?.level !== 2) return 0;
    return (await this.rules.of(user.ref)).rememberBrowserDays;
  }

  /** Remembers the browser if its user wants that. Must be called after the user has proven the second factor. */
  async note({ open, form }: SentForm, user: UserRef): Promise<void> {
    if (form.text('remember') !== 'yes' || missingProof(open)?.level !== 2) return;
    const { rememberBrowserDays: days } = await this.rules.of(user);
    if (days === 0) return;
    const secret = this.sender.cookie(open.request, COOKIE) ?? newSecret();
    await this.browsers.remember(user, secret, this.origins.of(open.request));
    this.sender.setCookie(open.response, COOKIE, secret, days);
  }

  /**
   * If the user's browser is remembered, continues the sign-in and returns true. The second factor then counts as
   * proven at the time when the browser was remembered. Each sign-in does this at most once.
   */
  async goesOn(open: OpenInteraction): Promise<boolean> {
    if (missingProof(open)?.level !== 2 || this.interactions.hasUsed(open, 'rememberedBrowser')) return false;
    const user = await this.users.find(open.details.session?.accountId ?? '');
    const shownAt = user && (await this.browsers.since(user.ref, this.sender.cookie(open.request, COOKIE)));
    if (!user || !shownAt) return false;
    await this.interactions.login(open, user.ref.sub, BY_REMEMBERED_BROWSER, shownAt);
    return true;
  }
}
