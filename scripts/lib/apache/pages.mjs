const FACTS = ['REMOTE_USER', 'OIDC_CLAIM_sub', 'OIDC_CLAIM_name', 'OIDC_CLAIM_email', 'OIDC_CLAIM_auth_time'];

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 48px; color: #1c2430; }
  dl { display: grid; grid-template-columns: max-content auto; gap: 8px 24px; }
  dt { color: #5b6675; } dd { margin: 0; font-family: ui-monospace, monospace; }
`;

/**
 * The values of claims are not escaped, because mod_include would escape each byte of a UTF-8 character separately.
 * They come from our own test data, so they contain no markup.
 */
const told = (name) => `<!--#echo encoding="none" var="${name}" -->`;

const page = (title, main) =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><style>${STYLE}</style><h1>${title}</h1>${main}</html>`;

/**
 * The pages that Apache serves: one with all claims of the signed-in user, filled in by mod_include, and one that is
 * public.
 */
export const pages = {
  'index.html': page(
    'Harbour Invoices',
    `<dl>${FACTS.map((name) => `<dt>${name}</dt><dd id="${name}">${told(name)}</dd>`).join('')}</dl>`,
  ),
  'signed-out.html': page('Signed out', '<p>See you.</p>'),
};
