import { bootstrap } from "@/lib/bootstrap";

/** A drawing of a home page's hero, in the brand's colours. */
export const Drawing = ({
  name,
  width,
  height,
  ...rest
}: {
  name: string;
  width: number;
  height: number;
  className?: string | undefined;
  preserveAspectRatio?: string;
}) => (
  <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" {...rest}>
    <use href={`${bootstrap.static_art}hero/${name}.svg#${name}`} />
  </svg>
);
