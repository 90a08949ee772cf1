import { type ComponentProps, lazy, type ReactNode, type RefObject, Suspense } from "react";
import { partWithTexts } from "@/lib/load-part";
import type { usePeople } from "../engine/usePeople";
import { StepFrame } from "./StepFrame";

const DeletePerson = lazy(partWithTexts("steps", () => import("./DeletePerson")));

interface PeopleFrameProps extends Omit<ComponentProps<typeof StepFrame>, "overlays"> {
  /** What the list is called where it can't be seen; it has the focus when a form is closed. */
  listTitle: ReactNode;
  heading: RefObject<HTMLHeadingElement | null>;
  deletion: ReturnType<typeof usePeople>["deletion"];
}

/** The frame of a step that is a list of people, with the question before one is deleted. */
export function PeopleFrame({ listTitle, heading, deletion, children, ...frame }: PeopleFrameProps) {
  return (
    <StepFrame
      {...frame}
      overlays={<Suspense fallback={null}>{deletion && <DeletePerson {...deletion} />}</Suspense>}
    >
      <h2 className="sr" ref={heading} tabIndex={-1}>
        {listTitle}
      </h2>
      {children}
    </StepFrame>
  );
}
