import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { type EditFocus, type EditRequest, nextEdit } from "@/components/shop/fixes";
import { QuoteContext } from "@/components/shop/QuoteContext";
import { useTierLabel } from "@/components/shop/tierLabel";
import { usePriceFixes } from "@/components/shop/usePriceFixes";
import { Banner } from "@/components/ui/Banner";
import { Breadcrumb, useTrail } from "@/components/ui/Breadcrumb";
import { ButtonLink, LinkButton } from "@/components/ui/Button";
import { CardSkeleton, Empty, FailedRead, Loading } from "@/components/ui/State";
import { withTexts } from "@/lib/i18n";
import { PageHeading } from "@/lib/page";
import { useCart } from "@/lib/shop/cart";
import { useClientFullName, useWorks } from "@/lib/shop/client";
import { useFilterInfo } from "@/lib/shop/filter";
import type { Cart } from "@/lib/shop/types";
import { useStored } from "@/lib/storage";
import s from "./Cart.module.css";
import { CartItems } from "./CartItems";
import { OrderInfo } from "./OrderInfo";

const ExpiredQuote = lazy(withTexts("dialogs", () => import("@/components/shop/ExpiredQuote")));
const Riders = lazy(() => import("./Riders"));
const EditSearch = lazy(() =>
  import("@/components/shop/EditSearch").then((part) => ({ default: part.EditSearch })),
);

function EmptyCart() {
  return (
    <Empty
      of="cart"
      title={<Trans>Your cart is empty</Trans>}
      action={
        <ButtonLink tone="primary" to="/plans">
          <Trans>See all plans</Trans>
        </ButtonLink>
      }
    >
      <Trans>Plans you add appear here with their prices, so you can enroll in all of them at once.</Trans>
    </Empty>
  );
}

/** Plans of one kind may stay side by side; it is said above them. */
const SAME_KIND = "same_kind";

function SameKind({ cart }: { cart: Cart }) {
  const notes = cart.notes.filter((note) => note.code === SAME_KIND);
  if (notes.length === 0) return null;
  return (
    <Banner live="status">
      {notes.map((note) => (
        <p key={note.text}>{note.text}</p>
      ))}
    </Banner>
  );
}

function Notes({ cart }: { cart: Cart }) {
  const notes = cart.notes.filter((note) => note.code !== SAME_KIND);
  if (notes.length === 0) return null;
  return (
    <Banner tone="plain">
      {notes.map((note) => (
        <p key={note.code}>{note.text}</p>
      ))}
    </Banner>
  );
}

interface FilledProps {
  cart: Cart;
  refreshing: boolean;
  edit: EditRequest | null;
  onEdit: (focus: EditFocus) => void;
}

function Filled({ cart, refreshing, edit, onEdit }: FilledProps) {
  const { t } = useLingui();
  const fixes = usePriceFixes(onEdit);
  const broken = cart.result.some((item) => item.error);
  return (
    <>
      {edit && (
        <div className={s.editor}>
          <Suspense fallback={null}>
            <EditSearch request={edit} />
          </Suspense>
        </div>
      )}
      <div className={s.cart} aria-busy={refreshing || undefined}>
        <div className="stack-6">
          {broken && (
            <Banner tone="warn" live="status" title={t`A plan in your cart needs attention`}>
              <Trans>To continue, change the answer it mentions or remove the plan.</Trans>
            </Banner>
          )}
          <SameKind cart={cart} />
          <CartItems items={cart.result} fixes={fixes} />
          {cart.result.some((item) => item.riders?.length) && (
            <Suspense fallback={null}>
              <Riders cart={cart} />
            </Suspense>
          )}
          <Notes cart={cart} />
        </div>
        <OrderInfo cart={cart} broken={broken} />
      </div>
      {fixes.fixDialogs}
    </>
  );
}

/** Return the heading: a rep's or group administrator's client is named. */
function useTitle(): string {
  const { t } = useLingui();
  const works = useWorks();
  const name = useClientFullName();
  if (!works) return t`Your cart`;
  if (!name) return t`Cart for a new client`;
  return name.endsWith("s") ? t`${name}' cart` : t`${name}'s cart`;
}

function Lead({ cart, onEdit }: { cart: Cart; onEdit: () => void }) {
  const { t } = useLingui();
  const works = useWorks();
  const filter = useFilterInfo();
  const tierLabel = useTierLabel();
  if (!filter.data) return <p className={s.lead} />;
  const count = cart.result.length;
  const plans = t`${plural(count, { one: "# plan", other: "# plans" })}`;
  const covers = tierLabel(filter.data.tier);
  const { zip } = filter.data;
  return (
    <p>
      <Trans>
        {plans} for “{covers}” in {zip}.
      </Trans>{" "}
      <LinkButton onClick={onEdit}>
        {works ? <Trans>Edit details</Trans> : <Trans>Edit my details</Trans>}
      </LinkButton>
    </p>
  );
}

export default function CartPage() {
  const { t } = useLingui();
  const trail = useTrail();
  const title = useTitle();
  const cart = useCart();
  const expired = Boolean(useStored("expiredQuote"));
  const full = Boolean(cart.data?.result.length);
  const [edit, setEdit] = useState<EditRequest | null>(null);
  const onEdit = (focus: EditFocus) => setEdit(nextEdit(focus));
  return (
    <main id="main" className={`wrap page ${s.whole}`}>
      <Breadcrumb crumbs={[...trail, { label: t`Plans`, to: "/plans" }, { label: t`Cart` }]} />
      <div className="page-head">
        <div>
          <PageHeading title={title}>{title}</PageHeading>
          {cart.data && full && <Lead cart={cart.data} onEdit={() => onEdit("zip")} />}
        </div>
        {full && (
          <ButtonLink icon="plus" to="/plans" className="only-d">
            <Trans>Add another plan</Trans>
          </ButtonLink>
        )}
      </div>
      {full && <QuoteContext />}
      {cart.isPending && (
        <Loading label={t`Loading your cart`}>
          <CardSkeleton lines={5} />
        </Loading>
      )}
      {cart.isError && (
        <FailedRead
          title={<Trans>We could not load your cart</Trans>}
          onRetry={() => void cart.refetch()}
          busy={cart.isFetching}
        >
          <Trans>Your plans are saved.</Trans>
        </FailedRead>
      )}
      {cart.data &&
        (full ? (
          <Filled cart={cart.data} refreshing={cart.isFetching} edit={edit} onEdit={onEdit} />
        ) : (
          <>
            {expired && (
              <Suspense fallback={null}>
                <ExpiredQuote />
              </Suspense>
            )}
            <EmptyCart />
          </>
        ))}
    </main>
  );
}
