import { useEffect, useState } from 'preact/hooks';
import { may } from '../../me.js';
import { route, pathTo } from '../../route.js';
import { Export } from '../../ui/export.js';
import { Chip, Search, WrittenChip, startOf } from '../../ui/filters.js';
import { Views } from '../../ui/views.js';
import { spoken } from '../../ui/format.js';
import { List, pathWith } from '../../ui/list.js';
import { Icon } from '../../ui/icon.js';
import { Dash, Empty, Head, Person, Status, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { Bulk } from './bulk.js';
import { nameOf, type User } from './types.js';
import { NewUser } from './user-form.js';
import { UserPage } from './user-page.js';

const texts = words.users;
const STATUSES = ['ONBOARDING', 'CREATED', 'ACTIVE', 'RESET', 'INACTIVE', 'BLOCKED', 'PAUSED', 'DELETED'];

export default function Users({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <UserList /> : <UserPage id={id} />;
}

function UserList() {
  const { query } = route.value;
  const [isNew, make] = useState(false);
  const [chosen, choose] = useState<readonly User[]>([]);
  // A search (`q`) has its own order, and ignores the filters `idv` and `created`. Without a search, a list with one of
  // these filters shows the newest first.
  const isSearch = query.has('q');
  const maySort = !isSearch && !query.has('idv') && !query.has('created');
  const order = isSearch ? undefined : maySort && query.get('order') === 'userId' ? 'userId' : '-createdTs';
  const path = pathWith('/v1/users', {
    q: query.get('q'),
    status: query.get('status'),
    group: query.get('group'),
    idvStatus: isSearch ? undefined : query.get('idv'),
    createdFrom: isSearch ? undefined : startOf(query.get('created')),
    order,
  });
  // Clears the selection when the filters change, so that no action affects users who are no longer shown.
  useEffect(() => choose([]), [path]);
  return (
    <>
      <Head title={words.places.users} text={texts.about}>
        <Export path={path} name="users" note={words.exports.persons} many="/v1/userExports" />
        {may('users:write') && (
          <button type="button" class="button main" onClick={() => make(true)}>
            <Icon name="plus" />
            {texts.form.do}
          </button>
        )}
      </Head>
      {isNew && <NewUser onClose={() => make(false)} />}
      <Views keeps={['status', 'group', 'idv', 'created', 'order']} />
      <div class="filters">
        <Search placeholder={texts.search} />
        <Chip name="status" label={texts.status} options={STATUSES.map((one) => [one, spoken(one)])} />
        <WrittenChip name="group" label={texts.group} />
        {!isSearch && (
          <>
            <Chip name="idv" label={texts.verified} options={[['VERIFIED', words.yes]]} />
            <Chip name="created" label={texts.enrolled} options={words.spans} />
          </>
        )}
        {maySort && <Chip name="order" label={texts.order} options={[['userId', texts.byId]]} />}
      </div>
      {may('users:write') && <Bulk chosen={chosen} choose={choose} found={path} />}
      <List<User>
        picking={may('users:write') ? { chosen, choose, nameOf } : undefined}
        label={words.places.users}
        path={path}
        plural="users"
        watch="user"
        keyOf={({ userId }) => userId}
        to={({ userId }) => pathTo('users', userId)}
        none={query.size === 0 ? <Empty icon="users" title={texts.none} text={texts.noneText} /> : undefined}
        columns={[
          {
            name: texts.name,
            show: (user) => <Person name={nameOf(user)} under={user.userId} />,
            sort: order === 'userId' ? 'ascending' : undefined,
          },
          { name: texts.status, show: ({ status }) => <Status of={status} /> },
          { name: texts.email, class: 'off', show: ({ emailId }) => <span class="dim">{emailId ?? '–'}</span> },
          { name: texts.group, class: 'off', show: ({ primaryGroup }) => primaryGroup || <Dash /> },
          { name: texts.lastActive, class: 'off', show: ({ lastActiveTs }) => <Time at={lastActiveTs} /> },
          {
            name: texts.enrolled,
            class: 'off',
            show: ({ createdTs }) => <Time at={createdTs} />,
            sort: order === '-createdTs' ? 'descending' : undefined,
          },
        ]}
      />
    </>
  );
}
