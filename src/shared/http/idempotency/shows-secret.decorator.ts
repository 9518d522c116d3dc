import { SetMetadata } from '@nestjs/common';

export const SHOWN_SECRETS = 'countersign:shown-secrets';

/** Names the members of a route's answer that are shown once: a repeated answer says `secretWithheld: true` instead. */
export const ShowsSecret = (...members: [string, ...string[]]) => SetMetadata(SHOWN_SECRETS, members);
