import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { newSecret } from '../../../shared/kernel/index.js';
import { FormGuard, hidden, messageView, PageSender } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { ACCOUNT, accountUrl, tenantQuery, type LoginTenant } from '../views/account-url.js';
import { stopReplacementView } from '../views/factor-recovery.section.js';

/** The page that stops the replacement of a second factor, by the code from the mail. */
@Injectable()
export class FactorRecoveryPages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
  ) {}

  async stop(
    [request, response]: readonly [Request, Response],
    tenant: LoginTenant,
    { login = '', done, problem }: { login?: string; done?: true; problem?: 'replaceStopWrong' } = {},
  ): Promise<void> {
    const { enterprise, test } = tenant;
    const { language, brand } = await this.pages.settingFor(request, { enterpriseId: enterprise });
    const { words } = language;
    const boundTo = this.pages.cookie(request, 'account') ?? newSecret();
    this.pages.setCookie(response, 'account', boundTo, 1);
    const hiddenFields = [hidden('enterprise', enterprise), hidden('test', String(test))];
    const csrf = this.guard.tokenFor(boundTo);
    const title = done ? words.replaceStopped : words.replaceStop;
    const link = { url: accountUrl(tenant), text: words.signIn };
    const main = done
      ? messageView({ symbol: 'done', title, text: words.replaceStoppedText, link })
      : stopReplacementView({ words, csrf, login, hiddenFields, problem: problem && words[problem] });
    const path = `${ACCOUNT}second-factor/stop${tenantQuery(tenant)}`;
    const page = { language, brand, title, main, problem: problem !== undefined, path };
    this.pages.send(request, response, problem === undefined ? 200 : 403, page);
  }
}
