/** True where this browser can hash a file: on secure addresses only. */
export const canHash = (): boolean => typeof crypto !== "undefined" && crypto.subtle !== undefined;

/** SHA-256 of a file, in hex. The file stays on the device. */
export async function sha256(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
