import { Navigate, Route, Routes } from "react-router";
import { AskLinkPage, ForgotPage } from "./AskPage";
import { ConfirmEmailPage, LinkPage, NewPasswordPage } from "./LinkPages";
import ProviderPage from "./ProviderPage";
import SignInPage from "./SignInPage";

/** Everything before somebody is signed in. */
export default function SignInRoutes() {
  return (
    <Routes>
      <Route index element={<SignInPage />} />
      <Route path="forgot" element={<ForgotPage />} />
      <Route path="by-mail" element={<AskLinkPage />} />
      <Route path="new-password" element={<NewPasswordPage />} />
      <Route path="link" element={<LinkPage />} />
      <Route path="confirm-email" element={<ConfirmEmailPage />} />
      <Route path="single" element={<ProviderPage />} />
      <Route path="*" element={<Navigate to="/sign-in" replace />} />
    </Routes>
  );
}
