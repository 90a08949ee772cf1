export default function PlansPage() {
  return <main id="main" className="wrap page" />;
}
