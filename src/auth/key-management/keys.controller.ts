import { Body, Controller, Get, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AdministratorsOnly,
  CurrentPrincipal,
  demandScope,
  FourEyes,
  type Principal,
  Scopes,
  ScopesAnyOf,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { KeyAdministration } from './key-administration.service.js';
import { KeyDto, KeyListDto, NewKeyDto, RotatedKeysDto, RotateKeysDto } from './keys.dto.js';

const FOR =
  'The keys belong to the whole service. Only administrators and operators with rights in all enterprises can call this, and only for live data.';

@ApiTags('Keys')
@Controller('v1/keys')
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class KeysController {
  constructor(private readonly keys: KeyAdministration) {}

  @Get()
  @ScopesAnyOf('system:read', 'clients:secure')
  @ApiOperation({
    summary: 'List the signing keys',
    description: `Lists the keys that sign tokens and the keys that sign evidence receipts. Private keys are never shown. ${FOR}`,
  })
  @ApiOkResponse({ type: KeyListDto })
  async list(): Promise<KeyListDto> {
    return { keys: (await this.keys.list()).map((key) => KeyDto.of(key)) };
  }

  @IdempotentPost('rotation')
  @Scopes('clients:secure')
  @FourEyes('clients:secure', needsTwo)
  @ApiOperation({
    summary: 'Replace the signing keys',
    description:
      'New keys with the use `signing` are published at once and start to sign a day later. Tokens that the old keys signed stay valid. A new key with the use `evidence` starts to sign ' +
      'at once. The old evidence keys stay published. The call needs the scope `system:write`. With `compromised`, it needs only `clients:secure`, but an operator needs ' +
      `the approval of a second operator, and must give a reason in the header \`Reason\`. ${FOR}`,
  })
  @ApiCreatedResponse({ type: RotatedKeysDto })
  async rotate(@CurrentPrincipal() caller: Principal, @Body() body: RotateKeysDto): Promise<RotatedKeysDto> {
    if (!needsTwo(body)) demandScope(caller, 'system:write');
    const made = await this.keys.rotate(RotateKeysDto.toRotation(body));
    return { keys: made.map((key) => NewKeyDto.of(key)) };
  }
}

/**
 * Whether an operator needs the approval of a second operator. This applies only if signing keys are withdrawn after a
 * leak. The withdrawal of evidence keys is always refused.
 */
function needsTwo({ use, compromised }: RotateKeysDto): boolean {
  return use === 'signing' && compromised === true;
}
