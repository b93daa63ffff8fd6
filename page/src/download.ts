/** Gives the person a text as a file. */
export function download(name: string, text: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/[^\w.-]/g, "_");
  link.click();
  URL.revokeObjectURL(url);
}
