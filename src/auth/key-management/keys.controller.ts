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
  'For administrators and for operators of all enterprises, on live data: the keys are those of the whole service.';

@ApiTags('Keys')
@Controller('v1/keys')
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class KeysController {
  constructor(private readonly keys: KeyAdministration) {}

  @Get()
  @ScopesAnyOf('system:read', 'clients:secure')
  @ApiOperation({
    summary: 'List the keys that sign',
    description: `Keys of tokens and of receipts, without their secret halves. ${FOR}`,
  })
  @ApiOkResponse({ type: KeyListDto })
  async list(): Promise<KeyListDto> {
    return { keys: (await this.keys.list()).map((key) => KeyDto.of(key)) };
  }

  @IdempotentPost('rotation')
  @Scopes('clients:secure')
  @FourEyes('clients:secure', needsTwo)
  @ApiOperation({
    summary: 'Replace the keys that sign',
    description:
      'Keys of tokens are published at once and sign a day later; what the old ones signed stays good. A new key of evidence signs at once, ' +
      'and the old ones stay published. Needs `system:write`; with `compromised` it needs `clients:secure` only, and operators need a second ' +
      `one and say why in the header \`Reason\`. ${FOR}`,
  })
  @ApiCreatedResponse({ type: RotatedKeysDto })
  async rotate(@CurrentPrincipal() caller: Principal, @Body() body: RotateKeysDto): Promise<RotatedKeysDto> {
    if (!needsTwo(body)) demandScope(caller, 'system:write');
    const made = await this.keys.rotate(RotateKeysDto.toRotation(body));
    return { keys: made.map((key) => NewKeyDto.of(key)) };
  }
}

/** A rotation that is refused anyway waits for nobody. */
function needsTwo({ use, compromised }: RotateKeysDto): boolean {
  return use === 'signing' && compromised === true;
}
