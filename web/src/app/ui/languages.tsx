import { useApp } from '../context.js';
import { language, t } from '../language.js';

/** The languages of the app, each named in itself. */
export function Languages() {
  const { settings, choose } = useApp();
  const current = language().tag;
  return (
    <footer class="languages">
      <nav aria-label={t('language')}>
        {settings.languages.map((one) => (
          <button
            key={one.tag}
            type="button"
            class="link"
            lang={one.tag}
            aria-pressed={one.tag === current}
            onClick={() => choose(one)}
          >
            {one.name}
          </button>
        ))}
      </nav>
    </footer>
  );
}
