import CategoryPicture from "@/components/art/CategoryPicture";
import { Icon } from "@/components/ui/Icon";
import { Link } from "@/lib/router";
import { useMenu } from "@/lib/shop/context";
import { BigPrice, type HeroProps, lowestPrice } from "../hero/parts";
import { useMarketing } from "../useMarketing";
import s from "./CategoryLinks.module.css";

/** A door to each of the brand's categories, with the lowest price behind it. */
export default function CategoryLinks({ preview }: Pick<HeroProps, "preview">) {
  const menu = useMenu();
  const { tile = [] } = useMarketing();
  const tiles = tile.filter(({ key }) => menu.length === 0 || menu.includes(key ?? ""));
  if (tiles.length === 0) return null;
  return (
    <div className={`section ${s.section}`}>
      <ul className={`wrap ${s.links}`}>
        {tiles.map(({ key = "", title, text, note }) => {
          const lowest = lowestPrice(preview, key);
          return (
            <li key={key} data-cat={key}>
              <Link to={`/plans?type=${key}`}>
                <CategoryPicture category={key} width={640} className={s.picture} />
                <div className={s.plate}>
                  <div>
                    <h3>{title}</h3>
                    {text && <p>{text}</p>}
                  </div>
                  {lowest ? (
                    <p className={s.price}>
                      <BigPrice value={lowest.price} from={lowest.from} />
                    </p>
                  ) : (
                    note && (
                      <p className={s.way}>
                        {note}
                        <Icon name="arrow" size="sm" />
                      </p>
                    )
                  )}
                </div>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
