/**
 * Which modules of the store travel in one file. What the same pages need stands together; two such groups become one
 * file where a file less is worth more than what pages then load without need. A page loads a file with everything that
 * the file imports, so that is counted too.
 */
import { statSync } from "node:fs";
import type { CodeSplittingNameFunction } from "rolldown";
import { PAGES } from "./pages";

export type Graph = Parameters<CodeSplittingNameFunction>[1];

/** The cost of another file for a page, in characters of source: it compresses worse, and it takes a request. */
const FILE = 7000;

const EVERY = -1;

/** Modules that the same pages need. */
interface Group {
  /** One bit for each page. */
  pages: number;
  size: number;
  modules: string[];
  /** Groups that have something it imports. */
  imports: Set<Group>;
}

const count = (bits: number): number => {
  let ones = 0;
  for (let rest = bits; rest; rest &= rest - 1) ones++;
  return ones;
};

/** Style sheets are weighed by their text, which the graph hasn't. */
const sizeOf = (id: string, graph: Graph): number =>
  id.endsWith(".css") ? statSync(id).size : (graph.getModuleInfo(id)?.code?.length ?? 0);

type Walk = (id: string) => unknown;

/** Calls `visit` with a module and each module of the store that comes with it; or `later` too. */
function visitModules(graph: Graph, sources: string, from: string, visit: Walk, later = false): void {
  const met = new Set<string>();
  const walk = (id: string) => {
    if (met.has(id) || !id.startsWith(sources)) return;
    met.add(id);
    visit(id);
    const info = graph.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) walk(next);
    if (later) for (const next of info?.dynamicallyImportedIds ?? []) walk(next);
  };
  walk(from);
}

/** By module of the store: a bit for each page it comes with, or EVERY. */
function pagesByModule(graph: Graph, sources: string): Map<string, number> {
  const reached = new Map<string, number>();
  const visitAll = (modules: string[], visit: Walk) => {
    for (const module of modules) visitModules(graph, sources, `${sources}${module}.tsx`, visit);
  };
  const mark = (pages: number) => (id: string) => reached.set(id, (reached.get(id) ?? 0) | pages);
  const pages = [...new Set(Object.values(PAGES))];
  visitAll(["main"], mark(EVERY));
  pages.forEach(({ modules }, index) => {
    visitAll(modules, mark(1 << index));
  });
  // What only one of several needs goes with it.
  pages.forEach(({ oneOf = [] }, index) => {
    visitAll(oneOf, (id) => reached.has(id) && mark(1 << index)(id));
  });
  return reached;
}

/**
 * A part of a page that is loaded later has a file of its own: one that failed is imported again by its address
 * (lib/load-part). Pages themselves may stand with what they share.
 */
const standsAlone = (id: string, graph: Graph): boolean =>
  graph.getModuleInfo(id)?.dynamicImporters.some((importer) => !importer.endsWith("/app/routes.tsx")) ??
  false;

/** Modules that come with one step alone: the build puts them into its file. */
function stepsOwn(graph: Graph, sources: string): Set<string> {
  const users = new Map<string, string[]>();
  const lookInto: Walk = (part) =>
    standsAlone(part, graph) &&
    visitModules(graph, sources, part, (id) => users.set(id, [...(users.get(id) ?? []), part]));
  visitModules(graph, sources, `${sources}main.tsx`, lookInto, true);
  const steps = new Set(
    Object.values(PAGES).flatMap(({ modules }) => modules.map((name) => `${sources}${name}.tsx`)),
  );
  return new Set(
    [...users].flatMap(([id, [part = "", ...more]]) => (steps.has(part) && !more.length ? [id] : [])),
  );
}

function groupModules(graph: Graph, sources: string): Group[] {
  const byPages = new Map<number, Group>();
  const byModule = new Map<string, Group>();
  const own = stepsOwn(graph, sources);
  for (const [id, pages] of pagesByModule(graph, sources)) {
    if (standsAlone(id, graph) || own.has(id)) continue;
    const group = byPages.get(pages) ?? { pages, size: 0, modules: [], imports: new Set() };
    group.size += sizeOf(id, graph);
    group.modules.push(id);
    byPages.set(pages, group);
    byModule.set(id, group);
  }
  for (const [id, group] of byModule)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      const other = byModule.get(next);
      if (other && other !== group) group.imports.add(other);
    }
  return [...byPages.values()];
}

/** The pages that come to load each group: those that need it, and those of the groups that import it. */
function spread(groups: Group[]): Map<Group, number> {
  const pages = new Map(groups.map((group) => [group, group.pages]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const group of groups)
      for (const other of group.imports) {
        const before = pages.get(other) ?? 0;
        const after = before | (pages.get(group) ?? 0);
        if (after === before) continue;
        pages.set(other, after);
        changed = true;
      }
  }
  return pages;
}

/** Return the total size all pages load if these groups are files. */
const weigh = (groups: Group[]): number =>
  [...spread(groups)].reduce((sum, [{ size }, pages]) => sum + (size + FILE) * count(pages), 0);

/** Return whether something that `from` imports leads to `to` through a third group. */
function isCircular(from: Group, to: Group): boolean {
  const waiting = [...from.imports].filter((group) => group !== to);
  const met = new Set(waiting);
  for (const group of waiting)
    for (const next of group.imports) {
      if (next === to) return true;
      if (!met.has(next)) waiting.push(next);
      met.add(next);
    }
  return false;
}

function merge(groups: Group[], one: Group, two: Group): Group[] {
  const copies = new Map<Group, Group>();
  const merged: Group = {
    pages: one.pages | two.pages,
    size: one.size + two.size,
    modules: [...one.modules, ...two.modules],
    imports: new Set(),
  };
  for (const group of groups) copies.set(group, group === one || group === two ? merged : { ...group });
  for (const [group, copy] of copies) {
    const imports = [...group.imports].flatMap((other) => copies.get(other) ?? []);
    copy.imports = new Set(
      [...(copy === merged ? merged.imports : []), ...imports].filter((other) => other !== copy),
    );
  }
  return [...new Set(copies.values())];
}

/** More than two groups can save as one file, were nothing else loaded for them. */
const hope = (one: Group, two: Group): number =>
  FILE * count(one.pages & two.pages) -
  one.size * count(two.pages & ~one.pages) -
  two.size * count(one.pages & ~two.pages);

/** The best merge of two groups, while one makes all pages together lighter. */
function mergeBest(groups: Group[]): Group[] | null {
  const pairs = groups.flatMap((one, index) => groups.slice(index + 1).map((two) => [one, two] as const));
  let best: Group[] | null = null;
  let least = weigh(groups);
  for (const [one, two] of pairs) {
    if (hope(one, two) <= 0 || isCircular(one, two) || isCircular(two, one)) continue;
    const merged = merge(groups, one, two);
    const weight = weigh(merged);
    if (weight < least) [best, least] = [merged, weight];
  }
  return best;
}

/** The name of the file of each module that pages share. */
export function sharedFiles(graph: Graph, sources: string): Map<string, string> {
  let groups = groupModules(graph, sources);
  for (let next: Group[] | null = groups; next; next = mergeBest(groups)) groups = next;
  const names = new Map<string, string>();
  for (const { pages, modules } of groups)
    for (const id of modules) names.set(id, pages === EVERY ? "kit" : `shared-${pages.toString(36)}`);
  return names;
}
