import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ISSUER_PATH, WithoutToken } from '../../../shared/auth-guard/index.js';
import { routes } from '../engine/engine.routes.js';
import { DEVICE_PAGE } from './device-flow.service.js';

const USER_CODE = /^[A-Za-z -]{1,32}$/;

/** Redirects from the short URL that devices display to the page on which the user enters the code. */
@ApiExcludeController()
@WithoutToken('a page for anybody who connects a device')
@Controller()
export class DeviceController {
  @Get(DEVICE_PAGE)
  open(@Query('user_code') code: unknown, @Res() response: Response): void {
    const query = typeof code === 'string' && USER_CODE.test(code) ? `?user_code=${encodeURIComponent(code)}` : '';
    response.redirect(303, `${ISSUER_PATH}${routes.code_verification}${query}`);
  }
}
