import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect } from "react";
import { CategoryIcon } from "@/components/ui/Category";
import { Icon } from "@/components/ui/Icon";
import { bootstrap } from "@/lib/bootstrap";
import { categoryLabel } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { money } from "@/lib/format";
import { loadPart } from "@/lib/load-part";
import { type Preview, QUESTIONS } from "../usePricePreview";
import s from "./FolderHero.module.css";
import { AnswersLeft, AskTitle, Copy, type HeroProps, lowestPrice, Proof, Rest, useWide } from "./parts";

const fetchSheet = loadPart(() => import("./FolderSheet"));
const Sheet = lazy(fetchSheet);

function Label({ preview }: { preview: Preview }) {
  const lowest = lowestPrice(preview);
  const price = lowest?.from ? money(lowest.price) : "";
  if (preview.missing === QUESTIONS.length)
    return (
      <p className={s.foldLabel}>
        <b>
          <Trans>This folder is yours.</Trans>
        </b>
        <span>
          {price ? (
            <Trans>Answer four questions to open it. Plans from {price} a month.</Trans>
          ) : (
            <Trans>Answer four questions to open it.</Trans>
          )}
        </span>
      </p>
    );
  if (preview.missing === 0) return null;
  return (
    <p className={s.foldLabel}>
      <b>
        <AnswersLeft missing={preview.missing} />
      </b>
      <span>
        <Trans>Then you'll see your exact price.</Trans>
      </span>
    </p>
  );
}

function Ticks({ answered }: Pick<Preview, "answered">) {
  const { t } = useLingui();
  const names = { zip: t`Zip Code`, gender: t`Gender`, tier: t`Choose Tier`, dob: t`DOB` };
  return (
    <ul className={s.foldTicks} aria-hidden="true">
      {QUESTIONS.map((name) => (
        <li key={name} className={cx(answered[name] && s.on)}>
          <Icon name="check" />
          {names[name]}
        </li>
      ))}
    </ul>
  );
}

/** Shut, half open with a plan looking out, or open. */
function Folder({ preview, open }: Pick<HeroProps, "preview" | "open">) {
  const { t, i18n } = useLingui();
  const { data } = preview;
  const plan = data?.plan;
  const state = !plan ? "empty" : data.exact ? "filled" : "half";
  const category = plan?.category ?? bootstrap.featured[0]?.category;
  useEffect(() => {
    const timer = setTimeout(() => void fetchSheet(), 1500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className={s.fold} data-state={state} aria-label={t`Your folder`}>
      <div className={s.foldShadow} />
      <div className={s.foldBack}>
        {category && (
          <span className={s.foldTab}>
            <CategoryIcon category={category} />
            {i18n._(categoryLabel(category))}
          </span>
        )}
      </div>
      <div className={s.foldSlot}>
        <div className={cx(s.foldSheet, s.foldSheet2)} />
        <div className={s.foldSheet}>
          {plan && (
            <Suspense fallback={null}>
              <Sheet preview={preview} open={open} />
            </Suspense>
          )}
        </div>
      </div>
      <div className={s.foldFront} />
      <div key={state} className={s.foldTalk}>
        <Label preview={preview} />
        <Ticks answered={preview.answered} />
      </div>
    </section>
  );
}

/** Folder: the questions stand on the desk beside a folder that answers them. */
export default function FolderHero({ form, aside, preview, open, ...texts }: HeroProps) {
  const wide = useWide();
  const lowest = lowestPrice(preview);
  const price = lowest ? money(lowest.price) : "";
  const folder = <Folder preview={preview} open={open} />;
  return (
    <>
      <section className={s.hero}>
        <div className={cx("wrap", s.grid)}>
          <div onFocus={() => void fetchSheet()}>
            <Copy {...texts} proof={[]} lineClass={s.line} proofClass={s.proof} />
            <div className={s.pocket}>
              {!wide && (
                <span className={s.tab} aria-hidden="true">
                  <Icon name="folder" />
                  <AskTitle />
                </span>
              )}
              {form}
              {!wide && lowest && (
                <p className={s.flap}>
                  <Trans>
                    Plans from <b className="num">{price}</b> a month
                  </Trans>
                </p>
              )}
            </div>
            {wide && <Proof lines={texts.proof} className={s.proof} />}
          </div>
          {wide && folder}
        </div>
      </section>
      {aside}
      {!wide && (
        <section className={s.hero}>
          <div className={cx("wrap", s.below)}>
            <Rest {...texts} proofClass={s.proof} />
            {folder}
          </div>
        </section>
      )}
    </>
  );
}
