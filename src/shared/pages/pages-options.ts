import type { Languages } from './words/languages.js';

/** Token of what distinguishes the pages of one context from those of another. */
export const PAGES = Symbol('what the pages of a context are told');

export interface PagesOptions<Words = unknown> {
  /** Stands in the names of its cookies, `__Host-cs-auth-language`, since cookies ignore ports. */
  readonly context: string;
  /** The public address of its surface: where its forms come from. */
  readonly url: string;
  /** Where its pages load scripts and styles from: `/service/assets`. */
  readonly assets: string;
  readonly languages: Languages<Words>;
  /** Whether an error says that a page, or the browser that it was opened in, is no longer there. */
  readonly isExpired: (error: unknown) => boolean;
  /** The page whose form is sent to that path: where to try again. */
  readonly pageOfForm: (path: string) => string;
}
