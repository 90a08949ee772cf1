import { bootstrap } from "@/lib/bootstrap";

/** A rep's drawn portrait by its code, in the brand's colours. Without `name` it is decorative: the name stands by. */
export const Portrait = ({
  code,
  name,
  size = 72,
  className,
}: {
  code: string;
  name?: string;
  size?: number;
  className?: string | undefined;
}) => (
  <svg
    className={className}
    viewBox="0 0 320 320"
    preserveAspectRatio="xMidYMid slice"
    width={size}
    height={size}
    role={name ? "img" : undefined}
    aria-label={name}
    aria-hidden={!name}
  >
    <use href={`${bootstrap.art}portrait/${code}.svg#art`} />
  </svg>
);
