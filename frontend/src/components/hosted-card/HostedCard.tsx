import { Trans, useLingui } from "@lingui/react/macro";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { FieldMessage } from "@/components/form/Field";
import f from "@/components/form/fields.module.css";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { bootstrap } from "@/lib/bootstrap";
import { cx } from "@/lib/cx";
import { loadPart } from "@/lib/load-part";
import { readAppearance } from "./appearance";
import type { Fields, HostedModule, Part } from "./contract";
import s from "./Hosted.module.css";
import { type HostedErrors, IDS } from "./useHosted";

/** The store's own modules, by gateway. */
const MODULES: Record<string, () => Promise<HostedModule>> = {
  stripe: loadPart(() => import("./stripe")),
};

const WIDTHS: Record<Part, string> = { number: "c6 m6", expiry: "c3 m3", code: "c3 m3", card: "c6 m6" };

interface HostedCardProps {
  ref: Ref<Fields | null>;
  errors: HostedErrors;
  /** Something was typed: what was said of it holds no more. */
  onEdited: (id: string, message: string) => void;
}

const loadModule = (address: string, gateway: string): Promise<HostedModule> => {
  const loadGateway = MODULES[gateway];
  return loadGateway ? loadGateway() : import(/* @vite-ignore */ address);
};

/** A new card, in fields that belong to the card processor: what is typed there never comes to this page. */
export default function HostedCard({ ref, errors, onEdited }: HostedCardProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<Part, HTMLElement>());
  const [module, setModule] = useState<HostedModule | null>(null);
  const [fields, setFields] = useState<Fields | null>(null);
  const [focused, setFocused] = useState<Part | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const cards = bootstrap.cards;
  const hosted = cards?.fields;
  const labels: Record<Part, string> = {
    number: t`Card number`,
    expiry: t`Expiration date`,
    code: t`Security code`,
    card: t`Card number, expiration date and security code`,
  };
  const latest = useRef({ labels, onEdited });
  useEffect(() => {
    latest.current = { labels, onEdited };
  });
  useImperativeHandle(ref, () => fields as Fields, [fields]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads anew
  useEffect(() => {
    if (!cards || !hosted) return;
    let unmounted = false;
    setFailed(false);
    loadModule(hosted.module, cards.gateway).then(
      (loaded) => !unmounted && setModule(loaded),
      () => !unmounted && setFailed(true),
    );
    return () => {
      unmounted = true;
    };
  }, [cards, hosted, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt mounts anew
  useEffect(() => {
    if (!module || !hosted || !box.current) return;
    let unmounted = false;
    let mounted: Fields | null = null;
    const options = {
      script: hosted.script,
      key: hosted.key,
      language: document.documentElement.lang || "en",
      look: readAppearance(box.current),
      titles: latest.current.labels,
      onChange: (part: Part, message: string) => latest.current.onEdited(IDS[part], message),
      onFocus: (part: Part, on: boolean) => setFocused((now) => (on ? part : now === part ? null : now)),
    };
    module.mount(places.current, options).then(
      (form) => {
        mounted = form;
        if (unmounted) form.destroy();
        else setFields(form);
      },
      () => !unmounted && setFailed(true),
    );
    return () => {
      unmounted = true;
      mounted?.destroy();
      setFields(null);
    };
  }, [module, hosted, attempt]);

  if (!hosted) {
    return (
      <Banner>
        <Trans>The card processor's fields didn't load. To enter a card, reload the page.</Trans>
      </Banner>
    );
  }
  return (
    <div ref={box} className={cx("c6 m6 grid-6", s.hosted)}>
      {failed && (
        <div className="c6 m6">
          <Banner
            tone="bad"
            live="alert"
            action={
              <Button size="sm" tone="secondary" onClick={() => setAttempt((count) => count + 1)}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            <Trans>
              The card processor isn't available right now. We've kept what you typed on this page.
            </Trans>
          </Banner>
        </div>
      )}
      {(module?.parts ?? (failed ? [] : (["number", "expiry", "code"] as Part[]))).map((part) => {
        const id = IDS[part];
        return (
          <div key={part} className={cx(f.field, errors[id] && f.fieldError, WIDTHS[part], failed && s.away)}>
            <span className={f.label} id={`${id}-label`}>
              {labels[part]}
            </span>
            <div
              id={id}
              role="group"
              tabIndex={-1}
              aria-labelledby={`${id}-label`}
              aria-describedby={errors[id] ? `${id}-error` : undefined}
              aria-busy={fields === null && !failed}
              className={cx(f.input, s.box, focused === part && s.focused, fields === null && s.waiting)}
              onFocus={(event) => event.target === event.currentTarget && fields?.focus(part)}
              ref={(place) => {
                if (place) places.current.set(part, place);
                else places.current.delete(part);
              }}
            />
            <FieldMessage id={id} error={errors[id]} />
          </div>
        );
      })}
    </div>
  );
}
