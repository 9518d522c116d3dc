const FACTS = ['REMOTE_USER', 'OIDC_CLAIM_sub', 'OIDC_CLAIM_name', 'OIDC_CLAIM_email', 'OIDC_CLAIM_auth_time'];

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 48px; color: #1c2430; }
  dl { display: grid; grid-template-columns: max-content auto; gap: 8px 24px; }
  dt { color: #5b6675; } dd { margin: 0; font-family: ui-monospace, monospace; }
`;

// Not escaped: mod_include would take each byte of UTF-8 for a letter. The values are ours.
const told = (name) => `<!--#echo encoding="none" var="${name}" -->`;

const page = (title, main) =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><style>${STYLE}</style><h1>${title}</h1>${main}</html>`;

/** What Apache shows: to who has signed in, all that it knows of them (mod_include fills it in); and to everybody. */
export const pages = {
  'index.html': page(
    'Harbour Invoices',
    `<dl>${FACTS.map((name) => `<dt>${name}</dt><dd id="${name}">${told(name)}</dd>`).join('')}</dl>`,
  ),
  'signed-out.html': page('Signed out', '<p>See you.</p>'),
};
