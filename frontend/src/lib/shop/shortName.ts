/** A plan's name without the words it begins with that are its carrier's. */
export function shortName(name: string, carrier: string): string {
  const words = name.split(" ");
  const carrierWords = carrier.split(" ");
  const shared = words.findIndex((word, at) => word !== carrierWords[at]);
  return shared > 0 ? words.slice(shared).join(" ") : name;
}
