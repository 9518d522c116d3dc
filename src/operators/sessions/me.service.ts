import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { InternalSignIns } from '../../auth/contract/index.js';
import type { Admitted } from '../../shared/auth-guard/index.js';
import { Enterprises, OPERATORS_ENTERPRISE } from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { OperatorNames } from '../contract/operator-names.port.js';
import { OperatorRepository } from '../people/operator.repository.js';
import { EVERYWHERE, grantOf, rolesAt, seesService, type Grant } from '../roles/grants.js';
import { permissionsOf } from '../roles/role-table.js';
import { ConsoleSessions } from './console-sessions.service.js';
import { ConsoleSessionRepository } from './console-session.repository.js';
import type { MeDto, MyEnterpriseDto, MySessionDto } from './dto/me.dto.js';
import { endOf, idleMs } from './session-life.js';

/** Shows operators their own data. */
@Injectable()
export class MeService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly operators: OperatorRepository,
    private readonly sessionsOf: ConsoleSessionRepository,
    private readonly names: OperatorNames,
    private readonly enterprises: Enterprises,
    private readonly signIns: InternalSignIns,
    private readonly consoleSessions: ConsoleSessions,
  ) {}

  async me({ principal, tenant }: Admitted): Promise<MeDto> {
    const { sub = '', scopes, operator } = principal;
    const [known, names, passkeys, sessions] = await Promise.all([
      this.operators.find(sub),
      this.names.of([sub]),
      this.signIns.passkeysOf([sub]),
      this.sessionsOf.of(sub),
    ]);
    const session = sessions.find(({ id }) => id === operator?.sessionId);
    if (!known || !session || !operator) throw OperatorErrors.signedOut();
    const { grants } = known;
    const roles = rolesAt(grants, tenant.enterpriseId, tenant.test);
    return {
      id: sub,
      name: names.get(sub)?.name ?? known.userId,
      emailId: names.get(sub)?.emailId ?? null,
      enterpriseId: tenant.enterpriseId,
      data: tenant.test ? 'test' : 'live',
      roles,
      scopes: [...scopes].sort(),
      rights: permissionsOf(roles),
      grants: grants.map(grantOf),
      mayReceiveAlarms: seesService(grants),
      enterprises: await this.#enterprisesOf(grants),
      passkeys: passkeys.get(sub) ?? 0,
      accountUrl: `${this.config.authUrl}/service/account/?enterprise=${encodeURIComponent(OPERATORS_ENTERPRISE)}`,
      session: {
        id: session.id,
        startedTs: session.startedAt.getTime(),
        endsTs: endOf({ startedAt: session.startedAt, endsAt: known.endsAt }),
        idleSeconds: idleMs(grants) / 1_000,
        steppedUpUntilTs: operator.steppedUpUntil,
      },
    };
  }

  async sessions({ principal: { sub = '', operator } }: Admitted): Promise<MySessionDto[]> {
    const found = await this.sessionsOf.of(sub);
    return found.map(({ id, startedAt, lastUsedAt, address, userAgent }) => ({
      id,
      current: id === operator?.sessionId,
      startedTs: startedAt.getTime(),
      lastUsedTs: lastUsedAt.getTime(),
      address,
      userAgent,
    }));
  }

  endOthers({ principal: { sub = '', operator } }: Admitted): Promise<void> {
    return this.consoleSessions.endOthers(sub, operator?.sessionId);
  }

  /**
   * Lists up to 200 enterprises in which the operator has a role. An enterprise that is not listed can be opened by its
   * id.
   */
  async #enterprisesOf(grants: readonly Grant[]): Promise<MyEnterpriseDto[]> {
    const named = [...new Set(grants.map(({ enterpriseId }) => enterpriseId))];
    const known = named.includes(EVERYWHERE)
      ? await this.enterprises.all(MOST)
      : await Promise.all(named.map((id) => this.enterprises.find(id)));
    return known
      .filter((one) => one !== undefined)
      .map(({ enterpriseId, name }) => ({
        enterpriseId,
        name,
        sides: [false, true]
          .filter((test) => rolesAt(grants, enterpriseId, test).length > 0)
          .map((test) => (test ? ('test' as const) : ('live' as const))),
      }));
  }
}

const MOST = 200;
