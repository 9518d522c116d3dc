import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { KernelErrors } from '../shared/kernel/kernel.errors.js';
import type { Surface } from './surfaces.js';

const surfaceOf = new WeakMap<IncomingMessage, Surface>();

/** Notes which listener a request came in by; nothing in the request itself can say otherwise. */
export function enterBy(surface: Surface, request: IncomingMessage): void {
  surfaceOf.set(request, surface);
}

export const surfaceEnteredBy = (request: IncomingMessage): Surface | undefined => surfaceOf.get(request);

/** The very first middleware: whatever is not a path of this listener does not exist on it. */
export function gate(request: Request, _response: Response, next: NextFunction): void {
  const surface = surfaceOf.get(request);
  if (surface && serves(surface, request.url)) next();
  else next(KernelErrors.notFound());
}

/**
 * Whether the raw target is below a prefix, letter by letter. A path that could mean another one after decoding or
 * normalising (encoded slashes and dots, dot segments, doubled or backward slashes) is nobody's.
 */
export function serves(surface: Surface, target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/') || AMBIGUOUS.test(path)) return false;
  return surface.prefixes.some((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix));
}

const AMBIGUOUS = /\/\/|\\|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i;
