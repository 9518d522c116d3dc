import { first } from './dom.js';
import { offerCopies } from './guide/copy.js';
import { followHeadings } from './guide/contents.js';
import { offerMenu } from './guide/menu.js';
import { offerSearch } from './guide/search.js';
import { enableTabs } from './guide/tabs.js';
import { offerThemes } from './guide/theme.js';
import { fillValues } from './guide/values.js';

// The guide can be read without scripts. Controls that need a script are hidden until it runs.
const tools = first(HTMLElement, '.tools');
if (tools) tools.hidden = false;

enableTabs();
offerCopies();
fillValues();
offerThemes();
offerMenu();
offerSearch();
followHeadings();
