import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { PYTHON, type Server } from "./server";

const READ = `
import re, sys
from pypdf import PdfReader
pages = PdfReader(sys.argv[1]).pages
print(re.sub(r"\\s+", " ", " ".join(page.extract_text() for page in pages)))
`;

/** Opens the newest letter of a kind about a member in the back office, and answers what its PDF reads. */
export async function readLetter(
  office: Page,
  server: Server,
  kind: string,
  member: string,
): Promise<string> {
  const row = office.locator("#result_list tbody tr").filter({ hasText: member }).first();
  await expect(async () => {
    await office.goto(server.url("planfront", `/backoffice/letters/letter/?kind__exact=${kind}`));
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await row.getByRole("link").first().click();
  const href = await office.getByRole("link", { name: "Open the PDF" }).getAttribute("href");
  const answer = await office.request.get(new URL(href ?? "", office.url()).href);
  const folder = await mkdtemp(join(tmpdir(), "planfront-letter-"));
  try {
    const file = join(folder, "letter.pdf");
    await writeFile(file, await answer.body());
    return (await promisify(execFile)(PYTHON, ["-c", READ, file])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
