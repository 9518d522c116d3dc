import type { IncomingMessage } from 'node:http';

/** The party that a page is for: a client, a user, a verification. */
export interface PageOwner {
  readonly enterpriseId: string;
  /** A BCP 47 tag, if one takes precedence over the browser's language. */
  readonly language?: string | null;
  /** The address of the application that the user came from. */
  readonly application?: string | undefined;
}

const owners = new WeakMap<IncomingMessage, PageOwner>();

/** All pages that answer this request, those of errors too, are in the owner's language and under their brand. */
export function notePageOwner(request: IncomingMessage, owner: PageOwner): void {
  owners.set(request, owner);
}

export const pageOwnerOf = (request: IncomingMessage): PageOwner | undefined => owners.get(request);
