/** The faces one error shows: HTTP (RFC 9457), the mobile client, and OAuth (RFC 6749). */
export interface Faces {
  readonly status: number;
  readonly title: string;
  /** What whoever meets the error can do about it; printed in the published catalogue. */
  readonly help?: string;
  readonly mobile?: number;
  readonly oauth?: string;
}

/** One bad field: a JSON pointer (RFC 6901) into the body, or `?name` for a query parameter. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export interface ErrorDetails {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly [fact: string]: unknown;
}

export interface ErrorKind {
  readonly code: string;
  readonly faces: Faces;
  (detail?: string, extra?: ErrorDetails): DomainError;
}

export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly detail?: string,
    readonly extra: ErrorDetails = {},
  ) {
    super(detail ?? kind.faces.title);
    this.name = kind.code;
  }
}

const catalogue = new Map<string, ErrorKind>();

/** Declares every error of one context. `notFound` in `users` gets the code `users/not-found`. */
export function defineErrors<const T extends Record<string, Faces>>(context: string, kinds: T) {
  const entries = Object.entries(kinds).map(([key, faces]) => {
    const code = `${context}/${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const kind: ErrorKind = Object.assign(
      (detail?: string, extra?: ErrorDetails) => new DomainError(kind, detail, extra),
      { code, faces },
    );
    catalogue.set(code, kind);
    return [key, kind] as const;
  });
  return Object.fromEntries(entries) as { readonly [K in keyof T]: ErrorKind };
}

/** Every error that the loaded contexts declare, in order of their codes. */
export const errorCatalogue = (): ErrorKind[] => [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
