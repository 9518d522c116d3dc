import { Module } from '@nestjs/common';
import { RolesController } from './roles.controller.js';

/** The roles of operators, and what each may do. */
@Module({ controllers: [RolesController] })
export class RolesModule {}
