import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { newSecret } from '../../../shared/kernel/index.js';
import { FormGuard, hidden, messageView, PageSender } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { ACCOUNT, accountUrl, tenantQuery, type LoginTenant } from '../views/account-url.js';
import { mailedCodeView } from './mailed-code.view.js';

/** A page on which the user undoes something by entering a mailed code. It requires no session. */
export interface CodePage {
  readonly path: string;
  readonly words: Readonly<Record<'title' | 'lead' | 'now' | 'done' | 'doneText' | 'wrong', keyof Words>>;
}

/** The page that undoes a change of email address, with the code mailed to the old address. */
export const UNDO_ADDRESS: CodePage = {
  path: `${ACCOUNT}address/undo`,
  words: {
    title: 'addressUndo',
    lead: 'addressUndoLead',
    now: 'addressUndoNow',
    done: 'addressUndone',
    doneText: 'addressUndoneText',
    wrong: 'addressUndoWrong',
  },
};

/** The page that stops the replacement of a second factor. */
export const STOP_REPLACEMENT: CodePage = {
  path: `${ACCOUNT}second-factor/stop`,
  words: {
    title: 'replaceStop',
    lead: 'replaceStopLead',
    now: 'replaceStopNow',
    done: 'replaceStopped',
    doneText: 'replaceStoppedText',
    wrong: 'replaceStopWrong',
  },
};

@Injectable()
export class MailedCodePages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
  ) {}

  async show(
    [request, response]: readonly [Request, Response],
    { path, words: names }: CodePage,
    tenant: LoginTenant,
    { login = '', done, wrong }: { login?: string; done?: boolean; wrong?: boolean } = {},
  ): Promise<void> {
    const { enterprise, test } = tenant;
    const { language, brand } = await this.pages.settingFor(request, { enterpriseId: enterprise });
    const { words } = language;
    const boundTo = this.pages.cookie(request, 'account') ?? newSecret();
    this.pages.setCookie(response, 'account', boundTo, 1);
    const hiddenFields = [hidden('enterprise', enterprise), hidden('test', String(test))];
    const csrf = this.guard.tokenFor(boundTo);
    const title = words[done ? names.done : names.title];
    const link = { url: accountUrl(tenant), text: words.signIn };
    const form = {
      words,
      names,
      action: path,
      csrf,
      login,
      hiddenFields,
      problem: wrong ? words[names.wrong] : undefined,
    };
    const main = done
      ? messageView({ symbol: 'done', title, text: words[names.doneText], link })
      : mailedCodeView(form);
    const page = { language, brand, title, main, problem: wrong === true, path: `${path}${tenantQuery(tenant)}` };
    this.pages.send(request, response, wrong ? 403 : 200, page);
  }
}
