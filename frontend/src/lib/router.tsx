/**
 * The router's browser parts in the size the store needs. React Router's own come with server rendering, prefetching
 * and forms, which would be 4 kB on every page; matching and navigation stay React Router's.
 */
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import {
  createPath,
  type NavigateOptions,
  Router,
  type To,
  UNSAFE_createBrowserHistory,
  useHref,
  useLocation,
  useNavigate,
  useResolvedPath,
} from "react-router";
import { needsLoading } from "./card-page";
import { drawChange } from "./moves";

interface RouterProps {
  basename: string;
  /** Fetches what the page of a path needs, so that a page can move into its place whole. */
  fetchPage: (path: string) => Promise<void>;
  children: ReactNode;
}

export function BrowserRouter({ basename, fetchPage, children }: RouterProps) {
  const [history] = useState(() => UNSAFE_createBrowserHistory({ v5Compat: true }));
  const [state, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen((next) => {
        const { pathname, key } = next.location;
        if (needsLoading(pathname)) return location.reload();
        const path = basename === "/" ? pathname : pathname.slice(basename.length);
        void drawChange(
          () => fetchPage(path),
          () => {
            if (history.location.key === key) setState(next);
          },
        );
      }),
    [history, basename, fetchPage],
  );
  // A page one was led to starts at its top; Back and Forward keep the place that the browser remembers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the action belongs to the page
  useLayoutEffect(() => {
    if (state.action === "PUSH") scrollTo(0, 0);
  }, [state.location.pathname]);
  return (
    <Router basename={basename} location={state.location} navigationType={state.action} navigator={history}>
      {children}
    </Router>
  );
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: To;
  replace?: boolean;
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/** A press the browser has a meaning of its own for: a new tab, a download, the context menu. */
const ownMeaning = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;

/** A link inside the store. A link to the page itself adds nothing to the history. */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to);
  const path = createPath(useResolvedPath(to));
  const currentPath = createPath(useLocation());
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || ownMeaning(event) || (target && target !== "_self")) return;
        event.preventDefault();
        void navigate(to, { replace: replace ?? path === currentPath, state });
      }}
    />
  );
}

type SetSearch = (next: URLSearchParams, options?: NavigateOptions) => void;

/** The address's query, and a way to the same page with another one. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearch>((next, options) => void navigate(`?${next}`, options), [navigate]);
  return [params, set];
}
