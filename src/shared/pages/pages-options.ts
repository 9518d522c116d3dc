import type { PageLink } from './message.view.js';
import type { FrameWords } from './words/en.js';
import type { Languages } from './words/languages.js';

/** The injection token of the options for the pages of one context, such as `auth` or `idv`. */
export const PAGES = Symbol('what the pages of a context are told');

export interface PagesOptions<Words = unknown> {
  /**
   * The part of cookie names that identifies the context, as in `__Host-cs-auth-language`, because contexts on
   * different ports of the same host share cookies.
   */
  readonly context: string;
  /** The public URL of the listener that serves the pages. Its origin is the origin of their forms. */
  readonly url: string;
  /**
   * The path of the scripts and styles of the pages, such as `/service/assets`. If omitted, the scripts and styles are
   * embedded in the pages.
   */
  readonly assets?: string;
  /** The origin that may show these pages in a frame. */
  readonly framedBy?: string | undefined;
  readonly languages: Languages<Words>;
  /**
   * The name of an additional script and style sheet of the pages: with `idv`, they also load `idv.js` and `idv.css`.
   */
  readonly needs?: 'idv' | 'evidence';
  /** Set if the URLs of the pages contain secrets. Browsers then send no referrer at all, not even to us. */
  readonly noReferrer?: true;
  /** Whether an error means that a page, or the browser session behind it, has expired. */
  readonly isExpired: (error: unknown) => boolean;
  /**
   * Returns the path of the page whose form is sent to `path`. Error pages link to that page, so that the user can try
   * again.
   */
  readonly pageOfForm: (path: string) => string;
  /** The link on error pages if the application that the user came from is unknown. */
  readonly start?: (words: FrameWords) => PageLink;
}
