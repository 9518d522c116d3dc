import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { AuditChainDto } from './audit-chain.dto.js';
import { AuditChainReader } from './audit-chain-reader.service.js';

@ApiTags('Audit')
@ThrowsOnAnyRoute()
@Controller('v1/auditChain')
export class AuditChainController {
  constructor(private readonly chain: AuditChainReader) {}

  @Get()
  @Scopes('audit:read')
  @ApiOperation({
    operationId: 'AuditEvents_chain',
    summary: 'Look at the audit chain',
    description:
      'Where it ends, how far it is behind, and its newest checkpoint. One chain covers the entries of all enterprises.',
  })
  @ApiOkResponse({ type: AuditChainDto })
  async get(): Promise<AuditChainDto> {
    return AuditChainDto.of(await this.chain.state());
  }
}
