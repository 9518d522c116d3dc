import { powers } from '../../../dist/src/operators/roles/power-table.js';
import { rights, roles } from '../../../dist/src/operators/roles/role-table.js';
import { inTable } from './table.mjs';

const PLACE = /^(<!-- powers -->\n)[^]*?(<!-- \/powers -->)/m;

const SIGNS = { may: '●', two: '◐', no: '·' };

/** Generates two tables between markers: what each role may do, and what each route requires in addition. */
export const powersTable = {
  path: 'docs/operators/console.md',
  text: (page) => {
    if (!PLACE.test(page)) throw new Error('docs/operators/console.md has no place for the table of powers');
    return page.replace(PLACE, (_all, begin, end) => `${begin}\n${byRole()}\n\n${byRoute()}\n\n${end}`);
  },
};

const byRole = () =>
  inTable(
    ['Right', ...roles],
    Object.values(rights).map(({ title, of }) => [title, ...roles.map((role) => SIGNS[of[role]])]),
  );

const byRoute = () =>
  inTable(
    ['Route', 'Right', 'Fresh passkey', 'Second operator'],
    powers.map(({ route, right, freshPasskey, second }) => [
      `\`${route.replace(/:(\w+)/g, '{$1}')}\``,
      rights[right].title,
      freshPasskey ? 'always' : second === undefined ? '–' : 'with a second operator',
      second === undefined ? '–' : second.when,
    ]),
  );
