import { toast } from "../ui/Toast";

/** Copies a text and says so; where the browser refuses, the text itself is shown. */
export async function copyText(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(message);
  } catch {
    toast(text);
  }
}
