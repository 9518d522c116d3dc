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
    summary: 'Get the state of the audit chain',
    description:
      'The audit chain is a hash chain over all audit events, so that any change to them can be detected. One chain covers the events of all enterprises. The response contains the last link of the chain, the number of events that are not yet in the chain, and the newest signed checkpoint.',
  })
  @ApiOkResponse({ type: AuditChainDto })
  async get(): Promise<AuditChainDto> {
    return AuditChainDto.of(await this.chain.state());
  }
}
