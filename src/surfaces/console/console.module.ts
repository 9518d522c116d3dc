import { Module } from '@nestjs/common';
import { assetsControllerAt } from '../../shared/pages/assets.controller.js';
import { ConsoleAddressController, ShellController } from './shell.controller.js';
import { CONSOLE_ASSETS } from './shell.page.js';

/** The document of the console, its scripts and its styles. */
@Module({ controllers: [ShellController, ConsoleAddressController, assetsControllerAt(CONSOLE_ASSETS)] })
export class ConsoleModule {}
