import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { UserSignInController } from './user-sign-in.controller.js';
import { UserSignIn } from './user-sign-in.service.js';

/** Shows an enterprise how its users sign in, and lets it end sessions, factors and grants. */
@Module({ imports: [AccountModule, CredentialsModule], controllers: [UserSignInController], providers: [UserSignIn] })
export class UserSignInModule {}
