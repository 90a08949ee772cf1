import { Scene } from "@/components/art/Scene";
import { bootstrap } from "@/lib/bootstrap";

/** What an empty state shows: the brand's own picture, else the store's for what is missing. */
export default function EmptyPicture({ of = "nothing-found" }: { of: string | undefined }) {
  const brandIcon = bootstrap.brand.empty_icon;
  if (brandIcon)
    return <img src={brandIcon} alt="" width={192} height={120} style={{ objectFit: "contain" }} />;
  return <Scene name={`empty/${of}`} width={192} />;
}
