import { AlarmSubscription } from './alarms/own/alarm-subscription.entity.js';
import { StoredAlarm } from './alarms/stored-alarm.entity.js';
import { ConsoleKey } from './sign-in/console-key.entity.js';
import { ConsoleSession } from './sessions/console-session.entity.js';
import { FourEyesRequest } from './four-eyes/four-eyes-request.entity.js';
import { GrantedRole, Operator, Invitation } from './people/operator.entity.js';
import { UnusualAccess } from './readings/unusual-access.entity.js';

export const operatorsEntities = [
  AlarmSubscription,
  ConsoleKey,
  ConsoleSession,
  FourEyesRequest,
  GrantedRole,
  Invitation,
  Operator,
  StoredAlarm,
  UnusualAccess,
];
