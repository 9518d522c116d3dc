/**
 * Normalizes an email address to detect that two addresses are the same mailbox: lower case, without a `+` tag. Dots
 * stay, because only some providers ignore them.
 */
export function normalisedEmail(email: string): string {
  const plain = email.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  const [name, domain] = at < 0 ? ([plain, ''] as const) : ([plain.slice(0, at), plain.slice(at)] as const);
  const tag = name.indexOf('+');
  return `${tag > 0 ? name.slice(0, tag) : name}${domain}`;
}
