import { Route, Routes } from "react-router";
import ChangePage from "./ChangePage";
import CoveragePage from "./CoveragePage";
import PolicyPage from "./PolicyPage";

/** My benefits, a policy of it, and what changed in somebody's life. */
export default function CoverageRoutes() {
  return (
    <Routes>
      <Route index element={<CoveragePage />} />
      <Route path="policies/:number" element={<PolicyPage />} />
      <Route path="change" element={<ChangePage />} />
    </Routes>
  );
}
