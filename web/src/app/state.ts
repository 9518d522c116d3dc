import type { ActiveNotification } from '@countersign/client';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly items: T; /** Whether `items` has all requests. */ readonly whole?: boolean }
  | { readonly state: 'failed'; readonly message: string };

/** The answer that the user has just given. It is shown until the user closes it. */
export interface Receipt {
  readonly notification: ActiveNotification;
  readonly response: string;
  readonly signed: boolean;
  readonly at: number;
}
