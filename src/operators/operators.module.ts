import { Module } from '@nestjs/common';
import { AlarmsModule } from './alarms/alarms.module.js';
import { FourEyesModule } from './four-eyes/four-eyes.module.js';
import { LiveModule } from './live/live.module.js';
import { PeopleModule } from './people/people.module.js';
import { ReadingsModule } from './readings/readings.module.js';
import { RolesModule } from './roles/roles.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { ToldOwnersModule } from './told-owners/told-owners.module.js';

/** The people who operate the service at its console. */
@Module({
  imports: [
    AlarmsModule,
    FourEyesModule,
    LiveModule,
    PeopleModule,
    ReadingsModule,
    RolesModule,
    SessionsModule,
    SignInModule,
    ToldOwnersModule,
  ],
  exports: [FourEyesModule, LiveModule, PeopleModule, RolesModule, SignInModule],
})
export class OperatorsModule {}
