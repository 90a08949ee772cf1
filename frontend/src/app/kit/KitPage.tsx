import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/layout/LanguageSwitch";
import { PageHeading } from "@/lib/page";
import {
  ActionsDemo,
  ColoursDemo,
  DataDemo,
  MessagesDemo,
  MoneyDemo,
  OverlaysDemo,
  StatesDemo,
  StepsDemo,
} from "./demos";
import { FieldsDemo } from "./FieldsDemo";
import s from "./Kit.module.css";

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={s.part}>
      <div>
        <h2>{title}</h2>
        {note && <p className="small mute">{note}</p>}
      </div>
      <div className="stack-6">{children}</div>
    </section>
  );
}

/** Every component in every state, for the people who build the store. Texts are not translated. */
export default function KitPage() {
  return (
    <main id="main" className={`wrap ${s.page}`}>
      <div className="row row--between">
        <PageHeading title="Component kit">Component kit</PageHeading>
        <LanguageSwitch className={s.language} />
      </div>
      <Part
        title="Colour roles"
        note="Every role follows the brand inputs. Categories keep their hue in every brand."
      >
        <ColoursDemo />
      </Part>
      <Part title="Buttons" note="One primary per view. A blocked button stays focusable and says why.">
        <ActionsDemo />
      </Part>
      <Part title="Fields" note="Label, hint, control, message. The message never moves the label.">
        <FieldsDemo />
      </Part>
      <Part title="Chips, badges, facts">
        <StatesDemo />
      </Part>
      <Part title="Banners and toast" note="Banners stay with what they describe. Errors are never toasts.">
        <MessagesDemo />
      </Part>
      <Part title="Containers and overlays">
        <OverlaysDemo />
      </Part>
      <Part title="Progress">
        <StepsDemo />
      </Part>
      <Part title="Tables and pager">
        <DataDemo />
      </Part>
      <Part title="Money">
        <MoneyDemo />
      </Part>
    </main>
  );
}
