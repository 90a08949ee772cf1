export default function LandingPage() {
  return <main id="main" className="wrap page" />;
}
