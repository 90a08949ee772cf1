import { lazy, Suspense } from "react";
import { WorkLayout } from "@/components/layout/WorkLayout";
import AgentHomePage from "@/features/agent-home/AgentHomePage";
import EnrollmentsPage from "@/features/enrollments/EnrollmentsPage";
import GroupHomePage from "@/features/group-home/GroupHomePage";
import MembersPage from "@/features/members/MembersPage";
import type { Role } from "@/lib/actor";

/** Pages of reps and group administrators. Those of every day come in one part: who opens one opens the others. */
const PAGES = {
  agent: AgentHomePage,
  book: lazy(() => import("@/features/book-of-business/routes")),
  enrollments: EnrollmentsPage,
  group: GroupHomePage,
  members: MembersPage,
  quotes: lazy(() => import("@/features/quotes-sent/QuotesSentPage")),
  people: lazy(() => import("@/features/group-people/GroupPeoplePage")),
  leads: lazy(() => import("@/features/leads-assigned/LeadsAssignedPage")),
};

export default function WorkPage({ of, page }: { of: Role; page: keyof typeof PAGES }) {
  const Page = PAGES[page];
  return (
    <WorkLayout of={of}>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </WorkLayout>
  );
}
