export type Directive =
  'connect-src' | 'font-src' | 'form-action' | 'img-src' | 'media-src' | 'script-src' | 'style-src' | 'worker-src';

export type Sources = Readonly<Partial<Record<Directive, readonly string[]>>>;

/**
 * Nothing, but what is named: `contentSecurityPolicy({ 'style-src': ["'self'"] })`. A form may be sent to our own origin.
 * One that ends in a redirect to another origin must name that origin too, or Chromium refuses the submission.
 */
export function contentSecurityPolicy(sources: Sources): string {
  const named = { 'form-action': ["'self'"], ...sources };
  const allowed = Object.entries(named).map(([directive, origins]) => `${directive} ${origins.join(' ')}`);
  return ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", ...allowed].join('; ');
}
