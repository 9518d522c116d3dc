import { useResource } from '../../resource.js';
import { spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Shown } from '../../ui/loading.js';
import { words } from '../../words/words.js';
import type { RoleTable } from './types.js';

const texts = words.settings.table;

type Permission = 'may' | 'two' | 'no';

const Sign = ({ leave }: { readonly leave: Permission }) => (
  <span class={`leave ${leave}`} title={texts[leave]}>
    {leave === 'no' ? '–' : <Icon name={leave === 'may' ? 'check' : 'eyes'} />}
    <span class="unseen">{texts[leave]}</span>
  </span>
);

/** The rights of each role, as the release defines them. */
export function Roles() {
  const table = useResource<RoleTable>('/v1/operatorRoles');
  return (
    <>
      <p class="lead dim">{texts.about}</p>
      <Shown of={table} rows={10}>
        {({ rights, roles }) => (
          <div class="table">
            <div class="scroll" tabIndex={0} role="region" aria-label={words.settings.tabs.roles}>
              <table class="roles">
                <thead>
                  <tr>
                    <th scope="col">{texts.right}</th>
                    {roles.map(({ role }) => (
                      <th key={role} scope="col" title={words.settings.for[role]}>
                        {spoken(role)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rights.map(({ key, title }) => (
                    <tr key={key}>
                      <td>{texts.rights[key] ?? title}</td>
                      {roles.map(({ role, may, two }) => (
                        <td key={role}>
                          <Sign leave={may.includes(key) ? 'may' : two.includes(key) ? 'two' : 'no'} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </div>
        )}
      </Shown>
      <p class="legend dim">
        <Sign leave="may" /> {texts.may} <Sign leave="two" /> {texts.two}
      </p>
    </>
  );
}
