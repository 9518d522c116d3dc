import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import type { AttentionReader } from '../contract/attention.port.js';
import { AttentionDto, NeedDto } from './attention.dto.js';
import { Attention } from './attention.service.js';

@ApiTags('Figures')
@ThrowsOnAnyRoute()
@Controller('v1/attention')
export class AttentionController {
  constructor(private readonly attention: Attention) {}

  @Get()
  @Scopes('figures:read')
  @ApiOperation({
    operationId: 'Figures_attention',
    summary: "List what needs a person's attention",
    description:
      'Lists waiting reviews, failing webhook endpoints and altered notifications. Operators also see requests of colleagues that they can approve. Only administrators, and operators with `system:read`, see items about the whole service.',
  })
  @ApiOkResponse({ type: AttentionDto })
  async list(@CurrentPrincipal() principal: Principal, @CurrentTenant() tenant: Tenant): Promise<AttentionDto> {
    const needs = await this.attention.of(tenant, {
      asker: readerOf(principal),
      withDeployment: runsTheService(principal),
    });
    return { attention: needs.map((need) => NeedDto.of(need)) };
  }
}

const readerOf = ({ kind, sub, scopes, operator }: Principal): AttentionReader => ({
  operator: kind === 'operator' ? sub : undefined,
  has: (scope) => scopes.has(scope) || (operator?.withSecond.has(scope) ?? false),
});

/**
 * Whether the caller may see work that concerns the whole service. Only administrators may. An administrator who is an
 * operator also needs the scope `system:read`.
 */
const runsTheService = ({ kind, administrator, scopes }: Principal): boolean =>
  administrator && (kind !== 'operator' || scopes.has('system:read'));
