import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DevelopmentStart, type StartNote } from '../../shared/observability/index.js';
import { accountUrl, FIRST_ENTERPRISE } from './views/account-url.js';

/** At startup in development, prints the URLs of the account page for live and for test users. */
@Injectable()
export class AccountUrlNotes extends DevelopmentStart {
  constructor(@Inject(CONFIG) private readonly config: Config) {
    super();
  }

  onDevelopmentStart(): Promise<readonly StartNote[]> {
    const at = (test: boolean) => `${this.config.authUrl}${accountUrl({ enterprise: FIRST_ENTERPRISE, test })}`;
    return Promise.resolve([
      { label: 'Account, live users', value: at(false) },
      { label: 'Account, test users', value: at(true) },
    ]);
  }
}
