import { type ComponentType, lazy } from "react";

/** A lazy part that is there at once when it was fetched before: no placeholder is drawn, and nothing jumps. */
export function prefetchable(load: () => Promise<{ default: ComponentType }>) {
  const Later = lazy(load);
  let fetched: ComponentType | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, never while rendering
  function Prefetchable() {
    const Now = fetched ?? Later;
    return <Now />;
  }
  return Object.assign(Prefetchable, {
    fetch: async () => {
      fetched = (await load()).default;
    },
  });
}
