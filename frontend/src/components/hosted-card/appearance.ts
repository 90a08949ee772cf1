import type { Appearance } from "./contract";

/** Any colour that CSS knows, in the form that every frame understands. */
function rgb(color: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return color;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** The brand's look of a text field, read off the page: frames of elsewhere don't see its styles. */
export function readAppearance(place: HTMLElement): Appearance {
  const probe = document.createElement("span");
  place.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return rgb(getComputedStyle(probe).color);
  };
  const { fontFamily, fontSize } = getComputedStyle(place);
  const appearance = {
    color: read("--ink"),
    mute: read("--ink-mute"),
    danger: read("--danger"),
    family: fontFamily,
    size: fontSize,
    font: document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]')?.href ?? "",
  };
  probe.remove();
  return appearance;
}
