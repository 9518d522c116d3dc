import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from './ui/loading.js';
import { Empty } from './ui/parts.js';
import { words } from './words/words.js';

interface PageProps {
  readonly id: string | undefined;
}
type Module = { readonly default: ComponentType<PageProps> };
export type PageModule = ComponentType<PageProps>;

/** Loads the script of a page when it is opened. If a release has removed the script, the document is reloaded. */
export function lazyPage(load: () => Promise<Module>): PageModule {
  let loaded: ComponentType<PageProps> | undefined;
  return function LazyPage({ id }: PageProps) {
    // The state is a flag and not the page, which is a function: React would call it.
    const [, setLoaded] = useState(loaded !== undefined);
    const [isGone, setGone] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (module) => {
          loaded = module.default;
          setLoaded(true);
        },
        () => setGone(true),
      );
    }, []);
    if (isGone) {
      return (
        <Empty icon="refresh" title={words.gone.title} text={words.gone.text}>
          <button type="button" class="button" onClick={() => location.reload()}>
            {words.again}
          </button>
        </Empty>
      );
    }
    const Page = loaded;
    return Page ? <Page key={id ?? ''} id={id} /> : <Skeleton />;
  };
}
