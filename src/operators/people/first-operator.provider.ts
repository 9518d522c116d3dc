import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DevelopmentStart, type StartNote } from '../../shared/observability/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { OperatorRepository } from './operator.repository.js';
import { LINK_SECONDS, OperatorsService } from './operators.service.js';

const FIRST = {
  emailId: 'owner@example.com',
  firstName: 'First',
  lastName: 'Owner',
  grants: [
    { enterpriseId: '*', side: 'both', role: 'owner' },
    { enterpriseId: '*', side: 'both', role: 'reviewer' },
  ],
} as const;

/**
 * Creates an owner when the service first starts in development. Every start prints a sign-in link until the owner has
 * created a passkey.
 */
@Injectable()
export class FirstOperator extends DevelopmentStart {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly operators: OperatorRepository,
    private readonly service: OperatorsService,
    private readonly users: UserDirectory,
  ) {
    super();
  }

  async onDevelopmentStart(): Promise<StartNote | undefined> {
    if (!this.config.surfaces.includes('console')) return undefined;
    const [known] = await this.operators.list();
    const operator = known ?? (await this.service.make(FIRST));
    const hasPasskey = (await this.users.statusOf(operator.sub)) === 'ACTIVE';
    const value = hasPasskey ? this.config.consoleUrl : await this.service.link(operator, LINK_SECONDS);
    return { label: hasPasskey ? 'Console' : 'Console, first sign-in', value };
  }
}
