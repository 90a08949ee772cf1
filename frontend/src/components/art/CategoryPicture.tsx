import { i18n } from "@lingui/core";
import { bootstrap, type Language } from "@/lib/bootstrap";
import { Scene } from "./Scene";

/** The picture of a category: the brand's own where it has one, with its words, else the store's drawn one. */
export default function CategoryPicture({
  category,
  width = 320,
  height = width * 0.625,
  className,
}: {
  category: string;
  width?: number;
  height?: number;
  className?: string | undefined;
}) {
  const own = bootstrap.pictures[category];
  if (!own)
    return <Scene name={`category/${category}`} width={width} height={height} className={className} />;
  return (
    <img
      className={className}
      src={own.src}
      alt={own.alt[i18n.locale as Language] ?? ""}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      style={{ objectFit: "cover" }}
    />
  );
}
