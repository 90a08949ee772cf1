/** A text that may break before an address's host, and not within it while it fits. */
export function Email({ address }: { address: string }) {
  const at = address.indexOf("@");
  if (at < 1) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
