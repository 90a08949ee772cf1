import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { MINUTE } from "@/lib/idle";
import { signOut } from "@/lib/sign-out";

const HALF = MINUTE / 2;

/** Counts down to the end of an unused sign-in. Screen readers are told every half minute, not every second. */
export default function IdleDialog({ left, onStay }: { left: number; onStay: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const seconds = Math.ceil(left / 1_000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const told = Math.ceil(left / HALF) * 30;
  const leave = async () => {
    await signOut();
    await navigate("/");
  };
  return (
    <Dialog
      title={t`Are you still there?`}
      onClose={onStay}
      closeLabel={t`Stay signed in`}
      footer={
        <>
          <Button onClick={() => void leave()}>{t`Sign out`}</Button>
          <Button tone="primary" data-autofocus onClick={onStay}>
            {t`Stay signed in`}
          </Button>
        </>
      }
    >
      <p>
        <Trans>You've been inactive for a while. What you entered is saved.</Trans>
      </p>
      <p aria-hidden="true">
        <Trans>
          You will be signed out in <strong className="num">{clock}</strong>.
        </Trans>
      </p>
      <p className="sr" role="status">
        {t`You will be signed out in ${plural(told, { one: "# second", other: "# seconds" })}.`}
      </p>
    </Dialog>
  );
}
