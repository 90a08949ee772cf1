import { Trans } from "@lingui/react/macro";
import { Component, type ReactNode } from "react";
import { FailedRead } from "@/components/ui/State";

/** A view that fails to render or to load leaves the visitor a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="wrap page" id="main">
        <h1 className="sr">
          <Trans>Something went wrong</Trans>
        </h1>
        <FailedRead onRetry={() => location.reload()} />
      </main>
    );
  }
}
