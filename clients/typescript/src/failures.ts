import { CountersignError, type ErrorCode } from './errors.js';
import { en } from './languages/en.js';
import type { Texts } from './languages/texts.js';
import type { LogEvent } from './types.js';

export type Details = CountersignError['details'];

/** Creates the errors of one client in the user's language, and logs them. */
export class Failures {
  readonly #texts: Texts;

  constructor(
    language: string | undefined,
    texts: readonly Texts[],
    private readonly write: (event: LogEvent) => void,
  ) {
    this.#texts = bestOf([...texts, en], language) ?? en;
  }

  of(code: ErrorCode, details: Details = {}): CountersignError {
    return new CountersignError(code, this.#texts.errors[code], details);
  }

  /** Writes to the app's log hook. An exception in the hook is ignored. */
  log(event: LogEvent): void {
    try {
      this.write(event);
    } catch {
      // an exception in the app's log hook is ignored
    }
  }

  /** Logs a failure with the server's answer, and returns it as a CountersignError. */
  logged(message: string, caught: unknown): CountersignError {
    const error = caught instanceof CountersignError ? caught : this.of('unavailable', { cause: caught });
    const level = error.code === 'offline' || error.code === 'step_up' ? 'warning' : 'error';
    this.log({ level, message, error, ...(error.response !== undefined && { response: error.response }) });
    return error;
  }
}

/** The texts of this language, or of the language without its region. */
function bestOf(texts: readonly Texts[], language = 'en'): Texts | undefined {
  const wanted = language.toLowerCase();
  const [main] = wanted.split('-');
  return texts.find((one) => one.language === wanted) ?? texts.find((one) => one.language === main);
}
