import { useEffect, useState } from 'preact/hooks';
import { get } from '../../api.js';
import { me } from '../../me.js';
import { place } from '../../place.js';
import { useResource } from '../../resource.js';
import { seeData } from '../../side-of-data.js';
import { Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { type Figure, sumOf, totals } from './figures.js';

const texts = words.overview.firstSight;
const PEOPLE = '/v1/figures/users.byStatus';
const MOST_LOOKED_AT = 6;

interface Somewhere {
  readonly enterpriseId: string;
  readonly name: string;
  readonly data: 'live' | 'test';
  readonly people: number;
}

const countIn = (figure: Figure): number => sumOf(totals(figure).map(([, count]) => count));

/**
 * If the shown enterprise has no people, links to data that exists: the test data instead of the live data, the
 * reverse, or another enterprise.
 */
export function FirstSight() {
  const { data, enterprise } = place.value;
  const here = useResource<Figure>(PEOPLE);
  const [found, find] = useState<Somewhere | undefined>(undefined);
  const isEmpty = here.value !== undefined && countIn(here.value) === 0;
  useEffect(() => {
    let isHere = true;
    if (isEmpty) void elsewhere(data, enterprise).then((one) => isHere && find(one));
    return () => {
      isHere = false;
      find(undefined);
    };
  }, [isEmpty, data, enterprise]);
  if (!isEmpty || !found) return null;
  return (
    <div class="spaced">
      <Note icon="users">
        <strong>{texts.empty}</strong> {texts.there(found.name, words[found.data], found.people)}{' '}
        <button
          type="button"
          class="button slim"
          onClick={() => seeData({ data: found.data, enterprise: found.enterpriseId })}
        >
          {texts.show(found.name, words[found.data])}
        </button>
      </Note>
    </div>
  );
}

/** Finds an enterprise whose live or test data contains people. The shown enterprise is tried first. */
async function elsewhere(data: string, enterprise: string | undefined): Promise<Somewhere | undefined> {
  const places = (me.value?.enterprises ?? [])
    .flatMap(({ enterpriseId, name, sides }) => sides.map((side) => ({ enterpriseId, name, data: side })))
    .filter((one) => one.enterpriseId !== enterprise || one.data !== data)
    .sort((a, b) => Number(b.enterpriseId === enterprise) - Number(a.enterpriseId === enterprise));
  for (const one of places.slice(0, MOST_LOOKED_AT)) {
    const figure = await get<Figure>(PEOPLE, undefined, true, { data: one.data, enterprise: one.enterpriseId }).catch(
      () => undefined,
    );
    const people = figure ? countIn(figure) : 0;
    if (people > 0) return { ...one, people };
  }
  return undefined;
}
