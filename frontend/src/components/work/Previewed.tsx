import { Banner } from "@/components/ui/Banner";
import { ApiError, messageOf } from "@/lib/api";

/** Does what was previewed. Where it would do something else by now, the preview is read again before it throws. */
export async function confirmPreview<Done>(work: () => Promise<Done>, readAgain: () => Promise<unknown>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.errorCode === "changeDiffers") await readAgain();
    throw error;
  }
}

/** Why a preview can't be shown. */
export function PreviewProblem({ error }: { error: unknown }) {
  const problem = messageOf(error);
  if (!problem) return null;
  return (
    <Banner tone="bad" live="alert">
      {problem}
    </Banner>
  );
}
