/** How much a part has, in words. */
export function partSizeText(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${Math.ceil(kib)} KiB` : `${Math.round((kib / 1024) * 10) / 10} MiB`
}
