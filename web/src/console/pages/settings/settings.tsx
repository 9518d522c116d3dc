import { may, ownsAll } from '../../me.js';
import { tabAt, Tabs } from '../../ui/filters.js';
import { Head } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { BrandingTab } from './branding.js';
import { EnterpriseTab } from './enterprise.js';
import { Myself } from './myself.js';
import { OperatorList } from './operators.js';
import { Roles } from './roles.js';
import { System } from './system.js';

const texts = words.settings;

export default function Settings() {
  const tab = tabAt('me');
  const seesOperators = may('operators:read') && ownsAll.value;
  const seesEnterprise = may('enterprises:read') && ownsAll.value;
  return (
    <>
      <Head title={words.places.settings} />
      <Tabs
        label={words.places.settings}
        names={[
          ['me', texts.tabs.me],
          ...(seesEnterprise
            ? ([
                ['enterprise', texts.tabs.enterprise],
                ['branding', texts.tabs.branding],
              ] as const)
            : []),
          ...(seesOperators ? [['operators', texts.tabs.operators] as const] : []),
          ['roles', texts.tabs.roles],
          ...(may('system:read') ? [['system', texts.tabs.system] as const] : []),
        ]}
      />
      {tab === 'enterprise' && seesEnterprise ? (
        <EnterpriseTab />
      ) : tab === 'branding' && seesEnterprise ? (
        <BrandingTab />
      ) : tab === 'operators' && seesOperators ? (
        <OperatorList />
      ) : tab === 'roles' ? (
        <Roles />
      ) : tab === 'system' && may('system:read') ? (
        <System />
      ) : (
        <Myself />
      )}
    </>
  );
}
