import { bootstrap } from "@/lib/bootstrap";

const DRAWN = bootstrap.art.replace(/[^/]+\/$/, "");
/** Below it only head and shoulders are shown. */
const SMALL = 120;

/** The picture of a person, whose name stands by: a photograph, or a drawn portrait in the brand's colours. */
export const Likeness = ({
  src,
  name = "",
  size = 72,
  className,
}: {
  src: string;
  /** Where the picture itself says who it is. */
  name?: string;
  size?: number;
  className?: string | undefined;
}) =>
  src.startsWith(DRAWN) ? (
    <svg
      className={className}
      viewBox={size < SMALL ? "52 36 216 216" : "0 0 320 320"}
      preserveAspectRatio="xMidYMid slice"
      width={size}
      height={size}
      role={name ? "img" : undefined}
      aria-label={name || undefined}
      aria-hidden={!name}
    >
      <use href={`${src}#art`} />
    </svg>
  ) : (
    <img className={className} src={src} alt={name} width={size} height={size} />
  );
