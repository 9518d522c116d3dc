import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../../config.js';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { asyncApiOf } from './asyncapi.document.js';

/** Serves the AsyncAPI document of the socket and the callbacks. */
@ApiExcludeController()
@Controller()
@WithoutToken('it describes what is public')
export class AsyncApiController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get(['asyncapi.json', 'mobile/v1/asyncapi.json'])
  @Header('Cache-Control', 'public, max-age=300')
  document(): object {
    return asyncApiOf(this.config);
  }
}
