import { bootstrap } from "@/lib/bootstrap";
import { Likeness } from "./Likeness";

/** A rep's drawn portrait by its code. Without `name` it is decorative: the name stands by. */
export const Portrait = ({
  code,
  ...rest
}: {
  code: string;
  name?: string;
  size?: number;
  className?: string | undefined;
}) => <Likeness src={`${bootstrap.art}portrait/${code}.svg`} {...rest} />;
