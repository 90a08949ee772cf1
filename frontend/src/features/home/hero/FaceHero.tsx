import { useLingui } from "@lingui/react/macro";
import { Drawing } from "@/components/art/Drawing";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { Link } from "@/lib/router";
import s from "./FaceHero.module.css";
import { Copy, type HeroProps, lowestPrice, Rest, useWide } from "./parts";

/** The text of one part of the face: a category's lowest price. Without one the part is drawn plain. */
function Word({ category, preview }: { category: "vision" | "dental" } & Pick<HeroProps, "preview">) {
  const { t } = useLingui();
  const lowest = lowestPrice(preview, category);
  if (!lowest) return null;
  const vision = category === "vision";
  const from = vision ? t`Vision from` : t`Dental from`;
  const plainLabel = vision ? t`Vision` : t`Dental`;
  return (
    <Link className={vision ? s.eyes : s.mouth} to={`/plans?type=${category}`}>
      <span>{lowest.from ? from : plainLabel}</span>{" "}
      <b key={lowest.price} className={cx(preview.waiting && s.old)}>
        {money(lowest.price)}
      </b>
    </Link>
  );
}

/** Face: glasses say the vision price, teeth the dental one. */
export default function FaceHero({ form, aside, preview, ...texts }: HeroProps) {
  const wide = useWide();
  return (
    <>
      <section className={s.hero}>
        <div className={cx("wrap", s.grid)}>
          <Copy {...texts} lineClass={s.line} proofClass={s.proof} />
          <div className={s.face}>
            <Drawing name="face" width={640} height={600} preserveAspectRatio="xMidYMin slice" />
            <Word category="vision" preview={preview} />
            <Word category="dental" preview={preview} />
          </div>
          <div className={s.ask}>{form}</div>
        </div>
      </section>
      {aside}
      {!wide && (
        <div className={cx("wrap", s.below)}>
          <Rest {...texts} proofClass={s.proof} />
        </div>
      )}
    </>
  );
}
