/** Pages whose files and data are cheap enough to be asked for before they are. */
const WORTH = /\/(plan\/\d+|plans|compare|cart)\b/;
/** Long enough to tell a stay from a pointer on its way. */
const STAY_MS = 80;

interface Ahead {
  fetchAhead: (link: HTMLAnchorElement) => void;
}

/** What the browser knows of the line; few browsers say it. */
export const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Asks for the page of a link that the pointer, a finger or the focus stays on; never where data is to be saved. */
export function lookAhead(load: () => Promise<Ahead>): void {
  let stay: ReturnType<typeof setTimeout> | undefined;
  const onTouch = ({ target }: Event) => {
    clearTimeout(stay);
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname)
      return;
    if (!WORTH.test(link.pathname) || savesData()) return;
    stay = setTimeout(
      () =>
        void load()
          .then(({ fetchAhead }) => fetchAhead(link))
          .catch(() => {}),
      STAY_MS,
    );
  };
  for (const type of ["pointerover", "focusin", "touchstart"])
    document.addEventListener(type, onTouch, { passive: true });
}
