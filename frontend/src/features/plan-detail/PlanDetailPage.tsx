export default function PlanDetailPage() {
  return <main id="main" className="wrap page" />;
}
