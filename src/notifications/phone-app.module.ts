import { Module } from '@nestjs/common';
import { PhoneAppController } from './controllers/phone-app/phone-app.controller.js';
import { pagesOfApp } from './hosted-pages.js';

/** The app on the mobile surface. */
@Module({ imports: [pagesOfApp], controllers: [PhoneAppController] })
export class PhoneAppModule {}
