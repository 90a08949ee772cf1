/** Bytes of a base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let place = 0; place < raw.length; place++) bytes[place] = raw.charCodeAt(place);
  return bytes;
}

/** Lets the browser save a file that came inside an answer. */
export function saveFile(name: string, base64: string, type: string): void {
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address by then; some need it until the next task.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
