import { Route, Routes } from "react-router";
import { WizardPage } from "./WizardPage";

/** Everything under /enrollment; the steps and their order come from the server. */
export default function EnrollmentRoutes() {
  return (
    <Routes>
      <Route index element={<WizardPage />} />
      <Route path=":segment/*" element={<WizardPage />} />
    </Routes>
  );
}
