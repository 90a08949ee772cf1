import type { HowTo, Language } from "@/lib/bootstrap";

export type Audience = HowTo["audience"];

/** One video for each audience that has any: in the reader's language, else in whichever there is. */
export function videosIn(language: string, videos: HowTo[]): HowTo[] {
  const videoByAudience = new Map<Audience, HowTo>();
  for (const video of videos) {
    const match = videoByAudience.get(video.audience);
    if (!match || (match.language !== language && video.language === language))
      videoByAudience.set(video.audience, video);
  }
  return [...videoByAudience.values()];
}

const NAMES: Record<Language, string> = { en: "English", es: "Español" };
export const languageName = (language: Language): string => NAMES[language];
