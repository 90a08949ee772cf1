import FilterDialog from "@/components/shop/FilterDialogs";
import { useFilterInfo } from "@/lib/shop/filter";

/** The quote's income and hours, changed without leaving the application. */
export default function QuoteHours({ onClose }: { onClose: () => void }) {
  const { data: filter } = useFilterInfo();
  return filter ? <FilterDialog kind="hours" filter={filter} onClose={onClose} /> : null;
}
