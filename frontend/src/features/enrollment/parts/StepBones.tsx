import { Bone, Loading } from "@/components/ui/State";
import s from "../Enroll.module.css";

/** The shape of a form while its questions load. */
export function StepBones() {
  return (
    <Loading className={s.bones}>
      <Bone width="70%" height={40} />
      <Bone width="90%" height={20} />
      {Array.from({ length: 5 }, (_, index) => (
        <Bone key={index} width="100%" height={46} />
      ))}
    </Loading>
  );
}
