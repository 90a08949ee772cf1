import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PortraitOut } from "@/client";
import { Portrait } from "@/components/art/Portrait";
import { SelectField } from "@/components/form/SelectField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { FailedRead, Loading, SkeletonBar } from "@/components/ui/State";
import { toast } from "@/components/ui/Toast";
import { ApiError, api } from "@/lib/api";
import s from "./Account.module.css";

interface Part {
  name: string;
  label: MessageDescriptor;
  choices: Record<string, MessageDescriptor>;
}

/** In the order of the portrait's code. */
const PARTS: Part[] = [
  {
    name: "skin",
    label: msg`Skin`,
    choices: {
      porcelain: msg`Very light skin`,
      fair: msg`Light skin`,
      olive: msg`Medium light skin`,
      tan: msg`Medium skin`,
      brown: msg`Medium dark skin`,
      deep: msg`Dark skin`,
    },
  },
  {
    name: "hair",
    label: msg`Hair`,
    choices: {
      short: msg`Short`,
      side: msg`Short, to the side`,
      curls: msg`Curls`,
      bob: msg`To the chin`,
      long: msg`Long`,
      bun: msg`Bun`,
      afro: msg`Afro`,
      bald: msg`No hair`,
      headscarf: msg`Headscarf`,
    },
  },
  {
    name: "hair_color",
    label: msg`Hair color`,
    choices: {
      black: msg`Black`,
      dark: msg`Dark brown`,
      brown: msg`Brown`,
      red: msg`Red`,
      blond: msg`Blond`,
      grey: msg`Gray`,
    },
  },
  {
    name: "beard",
    label: msg`Beard`,
    choices: { none: msg`No beard`, stubble: msg`Stubble`, full: msg`Full beard` },
  },
  {
    name: "glasses",
    label: msg`Glasses`,
    choices: { none: msg`No glasses`, round: msg`Round glasses`, square: msg`Square glasses` },
  },
  { name: "smile", label: msg`Smile`, choices: { calm: msg`Quiet smile`, open: msg`Open smile` } },
  {
    name: "clothes",
    label: msg`Clothes`,
    choices: { shirt: msg`Shirt`, sweater: msg`Sweater`, blazer: msg`Blazer` },
  },
  {
    name: "color",
    label: msg`Color of the clothes`,
    choices: {
      first: msg`The store's color`,
      second: msg`A lighter one`,
      dark: msg`A dark one`,
      bright: msg`The store's second color`,
    },
  },
  {
    name: "backdrop",
    label: msg`Behind you`,
    choices: { window: msg`A window`, shelf: msg`Shelves`, hills: msg`Hills`, plain: msg`A disc` },
  },
];

/** What the choice begins with: the first of each list, which is nobody in particular. */
const FIRST = PARTS.map(({ choices }) => Object.keys(choices)[0] ?? "");
const READ = "/api/v1/get-portrait";

function Parts({ kept }: { kept: PortraitOut }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [values, setValues] = useState(kept.portrait_code ? kept.portrait_code.split(".") : FIRST);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const saver = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  // The button that takes the portrait away goes with it: the focus stays here.
  useEffect(() => {
    if (pressed.current && !kept.portrait_code && document.activeElement === document.body)
      saver.current?.focus();
  }, [kept.portrait_code]);
  const choose = (index: number, value: string) =>
    setValues((before) => before.map((other, at) => (at === index ? value : other)));

  const save = async (portrait_code: string, message: string) => {
    if (busy) return;
    pressed.current = true;
    setBusy(true);
    setFailure("");
    try {
      client.setQueryData([READ], await api.post("/api/v1/save-portrait", { portrait_code }));
      toast(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message || t`We could not reach the server. Please try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure && (
        <Banner tone="bad" live="alert">
          {failure}
        </Banner>
      )}
      <div className={s.portrait}>
        <Portrait code={values.join(".")} size={200} />
        <div className={s.parts}>
          {PARTS.map(({ name, label, choices }, index) => (
            <SelectField
              key={name}
              id={`portrait-${name}`}
              label={i18n._(label)}
              value={values[index] ?? ""}
              onChange={(event) => choose(index, event.target.value)}
              options={Object.entries(choices).map(([value, text]) => ({ value, label: i18n._(text) }))}
            />
          ))}
        </div>
      </div>
      <div className={s.buttons}>
        <Button
          ref={saver}
          busy={busy}
          busyText={t`Saving`}
          onClick={() => void save(values.join("."), t`Your portrait was saved.`)}
        >
          <Trans>Save portrait</Trans>
        </Button>
        {kept.portrait_code && (
          <Button tone="quiet" onClick={() => void save("", t`Your portrait was removed.`)}>
            <Trans>Show my initials instead</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

/** A rep without a photograph puts a drawn portrait together; it stands on their pages and beside their quotes. */
export default function PortraitPanel() {
  const { t } = useLingui();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [READ],
    queryFn: ({ signal }) => api.get(READ, {}, signal),
  });
  return (
    <Panel title={t`Your portrait`} titleId="account-portrait">
      <div className={s.form}>
        <p>
          {data?.photographed ? (
            <Trans>Clients see your photo. Without one, they'd see this portrait.</Trans>
          ) : (
            <Trans>
              Clients see it on your page and beside your quotes. Without one they see your initials.
            </Trans>
          )}
        </p>
        {data && <Parts kept={data} />}
        {isError && <FailedRead onRetry={() => void refetch()} busy={isFetching} />}
        {!data && !isError && (
          <Loading>
            <SkeletonBar height={200} />
          </Loading>
        )}
      </div>
    </Panel>
  );
}
