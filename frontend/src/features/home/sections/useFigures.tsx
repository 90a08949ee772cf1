import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { HomeSections } from "@/client";
import { api } from "@/lib/api";
import { bootstrap } from "@/lib/bootstrap";
import s from "./Sections.module.css";

const WITH_FIGURES = ["statement", "talk", "desk", "passbook", "board"];

type Name = Exclude<keyof HomeSections, "place">;

interface FiguresProps<Key extends Name> {
  of: Key;
  children: (figures: NonNullable<HomeSections[Key]>, place: string) => ReactNode;
}

/** The figures of a section; one call reads all of them. A section without data is left out. */
export function Figures<Key extends Name>({ of, children }: FiguresProps<Key>) {
  const { i18n } = useLingui();
  const { sections, from_place: place } = bootstrap.recipe;
  const names = sections.filter((name) => WITH_FIGURES.includes(name)).join();
  const { data, isPending } = useQuery({
    queryKey: ["home-sections", names, place, i18n.locale],
    staleTime: 300_000,
    enabled: Boolean(place),
    queryFn: ({ signal }) => api.get("/api/v1/get-home-sections", { sections: names, place }, signal),
  });
  if (place && isPending) return <div className={s.room} />;
  const figures = data?.[of];
  return figures ? children(figures as NonNullable<HomeSections[Key]>, place) : null;
}
