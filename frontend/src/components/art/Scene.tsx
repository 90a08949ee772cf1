import { bootstrap } from "@/lib/bootstrap";

export type SceneName = `category/${string}` | `step/${string}` | `empty/${string}`;

/**
 * A picture of the store in the brand's colours; decorative, so pages load it lazily, into room they keep. It fills its
 * box and is cut at the edges where the box has another shape than 320 × 200.
 */
export const Scene = ({
  name,
  width = 320,
  height = width * 0.625,
  className,
}: {
  name: SceneName;
  width?: number;
  height?: number;
  className?: string | undefined;
}) => (
  <svg
    className={className}
    viewBox="0 0 320 200"
    preserveAspectRatio="xMidYMid slice"
    width={width}
    height={height}
    aria-hidden="true"
  >
    <use href={`${bootstrap.art}${name}.svg#art`} />
  </svg>
);

export default Scene;
