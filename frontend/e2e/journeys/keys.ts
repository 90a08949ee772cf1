import type { Page } from "@playwright/test";

interface Stop {
  id: string;
  tag: string;
  type: string;
  empty: boolean;
  checked: boolean;
  /** Typing does something: not disabled, not read-only. */
  open: boolean;
}

const MOST_STOPS = 60;

/** What has the focus, or null outside the step's form. */
function focused(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || !element.closest("main form")) return null;
    const { value = "", type = "", readOnly = false } = element as HTMLInputElement;
    const radios = element.matches("input[type=radio]")
      ? [
          ...document.querySelectorAll<HTMLInputElement>(
            `input[name="${(element as HTMLInputElement).name}"]`,
          ),
        ]
      : [element as HTMLInputElement];
    const checked = radios.some((radio) => radio.checked);
    return { id: element.id, tag: element.tagName, type, empty: value === "", checked, open: !readOnly };
  });
}

async function act(page: Page, stop: Stop, answers: Record<string, string>): Promise<void> {
  const { keyboard } = page;
  if (stop.tag === "SELECT") {
    if (stop.empty) await keyboard.press("ArrowDown");
  } else if (stop.type === "radio" || stop.type === "checkbox") {
    if (!stop.checked && (stop.type === "radio" || stop.id.startsWith("accepted")))
      await keyboard.press("Space");
  } else if (stop.tag === "INPUT" && stop.empty && stop.open && answers[stop.id]) {
    await keyboard.type(answers[stop.id] ?? "");
  }
}

/** Answers a step by Tab, typing, arrows and the space bar, from its first field to its Next button. */
export async function keyboardStep(page: Page, answers: Record<string, string>): Promise<void> {
  await page.locator("h1").focus();
  let inside = false;
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    if (stop === null && inside) return;
    if (stop === null) continue;
    inside = true;
    if (stop.tag === "BUTTON" && stop.type === "submit") return;
    await act(page, stop, answers);
  }
}
