import { Route, Routes } from "react-router";
import LeadPage from "./LeadPage";
import LeadsAssignedPage from "./LeadsAssignedPage";

/** A rep's leads, and one of them as a person. */
export default function LeadRoutes() {
  return (
    <Routes>
      <Route index element={<LeadsAssignedPage />} />
      <Route path=":leadId" element={<LeadPage />} />
    </Routes>
  );
}
