/**
 * Which script a page of the console begins by, if it is another one than ours: then it is of another release.
 * @param page the HTML that the service answers now
 * @returns null where it is the same, or where the page is none of the console
 */
export function otherScript(page: string, own: string): string | null {
  const [, script = own] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
  return script === own ? null : script
}
