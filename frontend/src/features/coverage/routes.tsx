import { Outlet, Route, Routes } from "react-router";
import ChangePage from "./ChangePage";
import CoveragePage from "./CoveragePage";
import DetailsPage from "./DetailsPage";
import { MemberNav } from "./MemberNav";
import PaymentPage from "./PaymentPage";
import PolicyPage from "./PolicyPage";
import RenewalPage from "./RenewalPage";

function WithNav() {
  return (
    <>
      <MemberNav />
      <Outlet />
    </>
  );
}

/** My benefits, payments, my details, a policy and its renewal, and what changed in somebody's life. */
export default function CoverageRoutes() {
  return (
    <Routes>
      <Route element={<WithNav />}>
        <Route index element={<CoveragePage />} />
        <Route path="payment" element={<PaymentPage />} />
        <Route path="details" element={<DetailsPage />} />
      </Route>
      <Route path="policies/:number" element={<PolicyPage />} />
      <Route path="policies/:number/renewal" element={<RenewalPage />} />
      <Route path="change/:step?" element={<ChangePage />} />
    </Routes>
  );
}
