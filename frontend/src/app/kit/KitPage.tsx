import { PageHeading } from "@/lib/page";

export default function KitPage() {
  return (
    <main id="main" className="wrap page">
      <PageHeading title="Component kit">Component kit</PageHeading>
    </main>
  );
}
