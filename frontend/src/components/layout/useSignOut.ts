import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import { announce } from "@/lib/announce";
import { signOut } from "@/lib/sign-out";

/** Ends the sign-in and shows the public home. */
export function useSignOut(): () => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async () => {
    await signOut();
    await navigate("/");
    announce(t`You are signed out.`);
  };
}
