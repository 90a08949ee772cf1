import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { endQuietly, signInPath } from "@/lib/actor";
import { api } from "@/lib/api";
import { withTexts } from "@/lib/i18n";
import { idleState, MINUTE, saveEverything } from "@/lib/idle";
import { getItem, setItem } from "@/lib/storage";

const IdleDialog = lazy(withTexts("account", () => import("./IdleDialog")));
const SIGNS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** The last time a tab of this browser told the server that somebody is at work; all tabs count from it. */
const lastActivity = (): number => Number(getItem("seenAt") ?? 0);
const note = () => setItem("seenAt", Date.now());

/** Tells the server at most once a minute that somebody is at work. */
function useWork(): () => Promise<void> {
  const planned = useRef<number | undefined>(undefined);
  const tell = useCallback(async () => {
    window.clearTimeout(planned.current);
    planned.current = undefined;
    try {
      await api.post("/api/v1/session/stay");
      note();
    } catch {
      // Without a connection the time simply runs on.
    }
  }, []);
  useEffect(() => {
    note();
    const work = () => {
      if (planned.current !== undefined || idleState(lastActivity(), Date.now()).phase !== "calm") return;
      planned.current = window.setTimeout(() => void tell(), MINUTE);
    };
    for (const sign of SIGNS) window.addEventListener(sign, work, { capture: true, passive: true });
    return () => {
      window.clearTimeout(planned.current);
      planned.current = undefined;
      for (const sign of SIGNS) window.removeEventListener(sign, work, { capture: true });
    };
  }, [tell]);
  return tell;
}

/** Ends a sign-in that nobody uses: warns two minutes before, saves, and asks for a new one that leads back here. */
export default function Idle() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const tell = useWork();
  const [left, setLeft] = useState<number | null>(null);
  const ending = useRef(false);
  useEffect(() => {
    const checkIdle = async () => {
      const { left, phase } = idleState(lastActivity(), Date.now());
      setLeft(phase === "calm" ? null : left);
      if (phase !== "over" || ending.current) return;
      ending.current = true;
      await saveEverything();
      await endQuietly();
      await navigate(signInPath(pathname + search, "idle"));
    };
    const timer = window.setInterval(() => void checkIdle(), 1_000);
    return () => window.clearInterval(timer);
  }, [navigate, pathname, search]);
  if (left === null) return null;
  return (
    <Suspense fallback={null}>
      <IdleDialog
        left={left}
        onStay={() => {
          setLeft(null);
          note();
          void tell();
        }}
      />
    </Suspense>
  );
}
