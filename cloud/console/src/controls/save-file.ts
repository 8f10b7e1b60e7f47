/** Lets the browser keep a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read it only after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
