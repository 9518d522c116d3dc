import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { KeyAdministration } from './key-administration.service.js';
import { KeysController } from './keys.controller.js';

/** Lists and replaces signing keys. */
@Module({
  imports: [KeysModule],
  controllers: [KeysController],
  providers: [KeyAdministration],
  exports: [KeyAdministration],
})
export class KeyManagementModule {}
