const PROMPT = /^\s*\$ /;

/** Removes prompts and output from a shell example, so that only the commands are copied. */
export function withoutPrompts(code: string): string {
  const lines = code.split('\n');
  if (!lines.some((line) => PROMPT.test(line))) return code;
  const isCommand = (line: string, before: string | undefined): boolean =>
    PROMPT.test(line) || (before?.endsWith('\\') ?? false);
  return lines
    .filter((line, at) => isCommand(line, lines[at - 1]))
    .map((line) => line.replace(PROMPT, ''))
    .join('\n');
}
