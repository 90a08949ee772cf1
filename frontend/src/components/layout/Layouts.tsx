import { Trans } from "@lingui/react/macro";
import { Outlet } from "react-router";

export function SkipLink() {
  return (
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        const main = document.getElementById("main");
        main?.setAttribute("tabindex", "-1");
        main?.focus();
      }}
    >
      <Trans>Skip to main content</Trans>
    </a>
  );
}

/** Error pages: no header, no footer. */
export function BareLayout() {
  return <Outlet />;
}
