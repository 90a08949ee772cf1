import { lazy } from "react";
import { Route, Routes } from "react-router";
import GroupHomePage from "@/features/group-home/GroupHomePage";

const GroupPeoplePage = lazy(() => import("@/features/group-people/GroupPeoplePage"));
const GroupRosterPage = lazy(() => import("@/features/group-roster/GroupRosterPage"));
const PersonPage = lazy(() => import("@/features/group-people/person/PersonPage"));

/** The home of a group's administrator, and the group's people. */
export default function GroupRoutes() {
  return (
    <Routes>
      <Route index element={<GroupHomePage />} />
      <Route path="people" element={<GroupPeoplePage />} />
      <Route path="roster" element={<GroupRosterPage />} />
      <Route path="people/:memberId" element={<PersonPage />} />
    </Routes>
  );
}
