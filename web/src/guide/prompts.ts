const PROMPT = /^\s*\$ /;

/** If code shows prompts, copies only the commands without their output, to be pasted into a shell. */
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
