import { Route, Routes } from "react-router";
import ChangePage from "./ChangePage";
import CoveragePage from "./CoveragePage";
import DetailsPage from "./DetailsPage";
import PolicyPage from "./PolicyPage";
import RenewalPage from "./RenewalPage";

/** My benefits, my details, a policy of it and its renewal, and what changed in somebody's life. */
export default function CoverageRoutes() {
  return (
    <Routes>
      <Route index element={<CoveragePage />} />
      <Route path="details" element={<DetailsPage />} />
      <Route path="policies/:number" element={<PolicyPage />} />
      <Route path="policies/:number/renewal" element={<RenewalPage />} />
      <Route path="change/:step?" element={<ChangePage />} />
    </Routes>
  );
}
