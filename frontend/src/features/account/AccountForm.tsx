import type { ComponentProps, ReactNode } from "react";
import { ErrorSummary } from "@/components/form/ErrorSummary";
import { Banner } from "@/components/ui/Banner";
import type { ShortForm } from "@/lib/useSubmit";
import s from "./Account.module.css";

/** A form of the account page; above its fields stands what is wrong, or what became of it. */
export function AccountForm({ form, title, children, ...props }: AccountFormProps) {
  return (
    <form className={s.form} noValidate {...props}>
      {title}
      <ErrorSummary items={form.items} attempt={form.attempt} />
      {form.done && (
        <Banner tone="ok" live="status">
          {form.done}
        </Banner>
      )}
      {children}
    </form>
  );
}

interface AccountFormProps extends Omit<ComponentProps<"form">, "title"> {
  form: ShortForm;
  title?: ReactNode;
}
