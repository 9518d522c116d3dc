/** Stack and causes, and nothing else of the error: drivers hang statements and their parameters on theirs. */
export function stackOf(caught: unknown, depth = 0): string {
  if (!(caught instanceof Error)) return `Raised without being an error: ${typeof caught}`;
  const own = caught.stack ?? `${caught.name}: ${caught.message}`;
  return caught.cause === undefined || depth > 4 ? own : `${own}\nCaused by: ${stackOf(caught.cause, depth + 1)}`;
}
