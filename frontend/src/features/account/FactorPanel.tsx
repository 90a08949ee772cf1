import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FactorSetUp, FactorState } from "@/client";
import { PasswordField } from "@/components/form/PasswordField";
import { TextField } from "@/components/form/TextField";
import { Banner } from "@/components/ui/Banner";
import { Button } from "@/components/ui/Button";
import { Panel } from "@/components/ui/Card";
import { api } from "@/lib/api";
import { focusQuietly } from "@/lib/page";
import { useShortForm } from "@/lib/useSubmit";
import s from "./Account.module.css";
import { AccountForm } from "./AccountForm";

const ROOT = "/api/v1/account/second-factor";
const KEY = ["session", "second-factor"];
type Task = "start" | "codes" | "off";

/** Every change of two-step sign-in asks for the password first. */
function AskPassword({
  label,
  danger,
  children,
  send,
  onCancel,
}: {
  label: string;
  danger?: boolean;
  children: ReactNode;
  send: (password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  const form = useShortForm({ password: t`Current password` }, { prefix: "factor-", verbatim: ["password"] });
  return (
    <AccountForm form={form} onSubmit={form.onSubmit(({ password }) => send(password))}>
      <p>{children}</p>
      <PasswordField {...form.field("password")} autoComplete="current-password" />
      <div className={s.buttons}>
        <Button type="submit" tone={danger ? "danger" : "primary"} busy={form.busy}>
          {label}
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </AccountForm>
  );
}

function ConfirmCode({ setUp, onCodes }: { setUp: FactorSetUp; onCodes: (codes: string[]) => void }) {
  const { t } = useLingui();
  const form = useShortForm({ code: t`Code` }, { prefix: "factor-" });
  const send = form.onSubmit(async (values) => onCodes((await api.post(`${ROOT}/confirm`, values)).codes));
  return (
    <AccountForm form={form} onSubmit={send}>
      <p>
        <Trans>
          Scan this picture with an authenticator app, or type the key. Then enter the code that the app
          shows.
        </Trans>
      </p>
      <img
        className={`paper ${s.qr}`}
        src={setUp.qr}
        alt={t`QR code of the key below`}
        width={200}
        height={200}
      />
      <p>
        <Trans>
          Key: <code className={s.key}>{setUp.key}</code>
        </Trans>
      </p>
      <TextField {...form.field("code")} autoComplete="one-time-code" maxLength={40} />
      <Button type="submit" tone="primary" busy={form.busy}>
        <Trans>Turn on two-step sign-in</Trans>
      </Button>
    </AccountForm>
  );
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => focusQuietly(ref.current), []);
  return (
    <div className={s.form} ref={ref}>
      <Banner tone="warn" title={t`Keep these recovery codes`}>
        <Trans>
          Use one if you lose your authenticator app; each works once. Print them or write them down now,
          because they won't be shown again.
        </Trans>
      </Banner>
      <ul className={s.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button tone="primary" onClick={onDone}>
        <Trans>I saved them</Trans>
      </Button>
    </div>
  );
}

function Rest({ state, onTask }: { state: FactorState; onTask: (task: Task) => void }) {
  const left = state.codes_left;
  if (!state.on) {
    return (
      <div className={s.form}>
        <p>
          <Trans>With an authenticator app on your phone, your password alone isn't enough to sign in.</Trans>
        </p>
        <Button onClick={() => onTask("start")}>
          <Trans>Set up two-step sign-in</Trans>
        </Button>
      </div>
    );
  }
  return (
    <div className={s.form}>
      <p>
        <Trans>Two-step sign-in is on. Recovery codes left: {left}.</Trans>
      </p>
      <div className={s.buttons}>
        <Button onClick={() => onTask("codes")}>
          <Trans>New recovery codes</Trans>
        </Button>
        <Button tone="danger" onClick={() => onTask("off")}>
          <Trans>Turn off</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Two-step sign-in of reps, group administrators and staff. */
export function FactorPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [task, setTask] = useState<Task | null>(null);
  const [setUp, keepSetUp] = useState<FactorSetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get(ROOT, {}, signal),
  });
  const rest = async () => {
    setTask(null);
    keepSetUp(null);
    setCodes(null);
    await client.invalidateQueries({ queryKey: KEY });
  };
  const tasks = {
    start: async (password: string) => keepSetUp(await api.post(`${ROOT}/start`, { password })),
    codes: async (password: string) => setCodes((await api.post(`${ROOT}/codes`, { password })).codes),
    off: async (password: string) => {
      await api.post(`${ROOT}/off`, { password });
      await rest();
    },
  };
  const labels = { start: t`Continue`, codes: t`New recovery codes`, off: t`Turn off` };
  const texts = {
    start: t`Confirm your password to set up two-step sign-in.`,
    codes: t`Confirm your password. Your old recovery codes will stop working.`,
    off: t`Confirm your password to turn two-step sign-in off.`,
  };
  return (
    <Panel title={t`Two-step sign-in`} titleId="account-factor">
      {codes ? (
        <Codes codes={codes} onDone={() => void rest()} />
      ) : setUp ? (
        <ConfirmCode setUp={setUp} onCodes={setCodes} />
      ) : task ? (
        <AskPassword
          label={labels[task]}
          danger={task === "off"}
          send={tasks[task]}
          onCancel={() => setTask(null)}
        >
          {texts[task]}
        </AskPassword>
      ) : (
        data && <Rest state={data} onTask={setTask} />
      )}
    </Panel>
  );
}
