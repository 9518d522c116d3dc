import { Module } from '@nestjs/common';
import { assetsControllerAt } from '../../shared/pages/index.js';
import { ConsoleAddressController, ShellController } from './shell.controller.js';
import { CONSOLE_ASSETS } from './shell.page.js';

/** The console's HTML document, scripts and styles. */
@Module({ controllers: [ShellController, ConsoleAddressController, assetsControllerAt(CONSOLE_ASSETS)] })
export class ConsoleModule {}
