import { bootstrap } from "./bootstrap";

const loaded = location.pathname;

/**
 * A card processor's script runs on one page only, whose policy allows it, and stays in its document as long as that is
 * open. So the page that cards are typed on is a document of its own: true where the way to `path` leads into it or out
 * of it, and has to be loaded anew.
 */
export function needsLoading(path: string): boolean {
  const { cards } = bootstrap;
  return cards !== null && path !== loaded && path.endsWith(cards.path) !== (cards.fields !== null);
}
