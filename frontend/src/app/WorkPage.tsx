import { lazy, Suspense } from "react";
import { WorkLayout } from "@/components/layout/WorkLayout";
import AgentHomePage from "@/features/agent-home/AgentHomePage";
import EnrollmentsPage from "@/features/enrollments/EnrollmentsPage";
import MembersPage from "@/features/members/MembersPage";
import { useActor } from "@/lib/actor";
import GroupRoutes from "./GroupRoutes";

const BOOK = "/book-of-business";
const PEOPLE = "/group-home/people";
const ClientChange = lazy(() => import("@/features/coverage/ClientChange"));

/** Pages of reps and group administrators. Those of every day come in one part: who opens one opens the others. */
const PAGES = {
  agent: AgentHomePage,
  clientChange: () => <ClientChange of={BOOK} back={(id) => `${BOOK}/${id}`} />,
  personChange: () => <ClientChange of={PEOPLE} back={() => PEOPLE} />,
  book: lazy(() => import("@/features/book-of-business/routes")),
  enrollments: EnrollmentsPage,
  group: GroupRoutes,
  members: MembersPage,
  quotes: lazy(() => import("@/features/quotes-sent/QuotesSentPage")),
  leads: lazy(() => import("@/features/leads-assigned/routes")),
};

interface WorkPageProps {
  /** Work in progress stands at one address for both. */
  of: "rep" | "group" | "either";
  page: keyof typeof PAGES;
}

export default function WorkPage({ of, page }: WorkPageProps) {
  const { role } = useActor();
  const Page = PAGES[page];
  return (
    <WorkLayout of={of === "either" ? (role === "group" ? "group" : "rep") : of}>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </WorkLayout>
  );
}
