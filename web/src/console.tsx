import { render } from 'preact';
import { steppedUp } from './console/api.js';
import { listen } from './console/live.js';
import { followLinks, route } from './console/route.js';
import { Console } from './console/shell/console.js';
import { Toast } from './console/ui/toast.js';

const place = document.getElementById('console');
if (route.value.place === 'stepped-up') steppedUp();
else if (place) {
  followLinks();
  listen();
  render(
    <>
      <Console />
      <Toast />
    </>,
    place,
  );
}
