import CategoryPicture from "./CategoryPicture";
import s from "./HeadPicture.module.css";
import { useRoom } from "./useRoom";

/** The picture of a category in room that the head of a page leaves at its right: nothing moves for it. */
export default function HeadPicture({ category, of }: { category: string; of: "list" | "plan" }) {
  const room = useRoom(of === "list" ? 1080 : 1240);
  return room && <CategoryPicture category={category} width={160} height={100} className={s[of]} />;
}
