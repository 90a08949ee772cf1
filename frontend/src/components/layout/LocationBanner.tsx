import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/lib/api";
import { useConsentTexts } from "@/lib/consents";
import { cx } from "@/lib/cx";
import { deviceId, rememberRefusal, storeLocation, wasRefused, webUrl } from "@/lib/device";
import { focusQuietly } from "@/lib/page";
import { useWorks } from "@/lib/shop/client";
import { withVisit } from "@/lib/shop/context";
import { useStored } from "@/lib/storage";
import { Button, IconButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import s from "./LocationBanner.module.css";

const SHOW = 204;

/** Has this browser been asked already? The server knows. */
async function readState(): Promise<number | undefined> {
  const answer = await withVisit(({ agent_id }) =>
    api.getEnvelope("/api/v1/check-lead-information", { device_id: deviceId(), web_url: webUrl(), agent_id }),
  );
  return answer ? answer.statusCode : SHOW;
}

/**
 * Asks once whether the visit may be stored; never shown to a browser that has a device id. It stands there from the
 * start and goes when the server says no: most visitors are new, and for them nothing may jump. Only front pages have
 * it, beside the agent whom it finds and below what people came for.
 */
export function LocationBanner() {
  const { t } = useLingui();
  const known = useStored("deviceId");
  const [closed, setClosed] = useState(wasRefused);
  // It is for people who may need a representative.
  const works = useWorks();
  const hidden = Boolean(known) || closed || works;
  const state = useQuery({
    queryKey: ["lead-check"],
    queryFn: readState,
    enabled: !hidden,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { texts, loaded } = useConsentTexts();
  const text = texts.find((text) => text.purpose === "location")?.text;
  const answered = !state.isPending && state.data !== SHOW;
  if (hidden || answered || (loaded && !text)) return null;

  const close = () => {
    setClosed(true);
    rememberRefusal();
    focusQuietly(document.getElementById("main"));
  };
  const choose = (allowed: boolean) => {
    // The banner is gone either way: a failure must not ask again at once.
    storeLocation(allowed).catch(() => undefined);
    if (allowed) focusQuietly(document.getElementById("main"));
    else close();
  };
  return (
    <section className={cx("wrap", s.loc)} aria-label={t`Location Permission`}>
      <div>
        <Icon name="pin" />
        <p>
          <strong>
            <Trans>Location Permission</Trans>
          </strong>{" "}
          {text}
        </p>
        <Button size="sm" blocked={!text} onClick={() => choose(true)}>
          <Trans>Allow</Trans>
        </Button>
        <Button size="sm" tone="quiet" onClick={() => choose(false)}>
          <Trans>Don't Allow</Trans>
        </Button>
        <IconButton size="sm" icon="close" label={t`Close`} className={s.x} onClick={close} />
      </div>
    </section>
  );
}
