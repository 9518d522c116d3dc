import { userStatus } from './users/domain/user-status.js';

/** Every state machine, by the context whose README shows it between the markers of this name. */
export const machines: readonly { readonly context: string; readonly name: string; readonly diagram: () => string }[] =
  [{ context: 'users', name: 'user-status', diagram: () => userStatus.toMermaid() }];
