import { type ComponentType, lazy } from "react";

/** A lazy part that is there at once when it was fetched before: no placeholder is drawn, and nothing jumps. */
export function prefetchable<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  const Later = lazy(load) as unknown as ComponentType<Props>;
  let fetched: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, never while rendering
  function Prefetchable(props: Props) {
    const Now = fetched ?? Later;
    return <Now {...props} />;
  }
  return Object.assign(Prefetchable, {
    fetch: async () => {
      fetched ??= (await load()).default;
    },
  });
}
