import { Bone, Loading } from "@/components/ui/State";
import s from "../Enroll.module.css";

/** The shape of a form while its questions load. Its heading is there at once; the focus waits for the form. */
export function StepBones({ title }: { title: string }) {
  return (
    <Loading className={s.bones}>
      <h1>{title}</h1>
      <Bone width="90%" height={20} />
      {Array.from({ length: 5 }, (_, index) => (
        <Bone key={index} width="100%" height={46} />
      ))}
    </Loading>
  );
}
