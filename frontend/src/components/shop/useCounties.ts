import { useQuery } from "@tanstack/react-query";
import { validateZip } from "@/lib/shop/filter";
import type { QuoteForm } from "./useQuoteForm";

/**
 * The counties of a zip code the server could not place by itself. Asked only after it refused the county, so the
 * usual form makes no extra call.
 */
export function useCounties(form: QuoteForm): string[] {
  const asked = Boolean(form.errors.county) || Boolean(form.values.county);
  const { data } = useQuery({
    queryKey: ["zip", form.values.zip],
    enabled: asked && /^\d{5}$/.test(form.values.zip),
    staleTime: 300_000,
    queryFn: () => validateZip(form.values.zip),
  });
  return asked ? (data?.counties ?? []) : [];
}
