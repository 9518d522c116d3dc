import type { IncomingMessage } from 'node:http';

/** The party that a page is for: a client, a user, a verification. */
export interface PageOwner {
  readonly enterpriseId: string;
  /** The owner's language as a BCP 47 tag, if it takes precedence over the browser's. */
  readonly language?: string | null;
  /** The URL of the application that the user came from. */
  readonly application?: string | undefined;
}

const owners = new WeakMap<IncomingMessage, PageOwner>();

/**
 * Records who a request's pages are for. All its pages, including error pages, then use the owner's language and brand.
 */
export function notePageOwner(request: IncomingMessage, owner: PageOwner): void {
  owners.set(request, owner);
}

export const pageOwnerOf = (request: IncomingMessage): PageOwner | undefined => owners.get(request);
