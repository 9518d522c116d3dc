import { Module } from '@nestjs/common';

/** The roles of operators, and what each may do. */
@Module({})
export class RolesModule {}
