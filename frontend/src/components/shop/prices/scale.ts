/** Where prices lie, on a scale in round steps. Pure. */
import { cents } from "@/lib/format";

export interface Prices {
  /** In cents, as all plans have them. */
  least: number;
  most: number;
  /** Ends of the scale and its step, in dollars. */
  low: number;
  high: number;
  step: number;
  /** How many plans lie at each place of the scale. */
  bars: number[];
}

const STEPS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];
const MOST_BARS = 24;

/** Where amounts lie; null where all are the same. */
export function priceScale(money: string[]): Prices | null {
  const amounts = money.map(cents);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  if (amounts.length < 2 || least === most) return null;
  const step = STEPS.find((dollars) => (most - least) / (dollars * 100) < MOST_BARS - 2) ?? 1000;
  const width = step * 100;
  const low = Math.floor(least / width) * step;
  const high = Math.ceil(most / width) * step;
  const bars = Array.from({ length: (high - low) / step }, () => 0);
  for (const amount of amounts) {
    const at = Math.min(bars.length - 1, Math.max(0, Math.ceil((amount - low * 100) / width) - 1));
    bars[at] = (bars[at] ?? 0) + 1;
  }
  return { least, most, low, high, step, bars };
}
