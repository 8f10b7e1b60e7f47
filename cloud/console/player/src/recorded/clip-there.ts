/**
 * Whether a clip is to be had at its address: what does not play then is beyond this browser.
 *
 * @returns null where that cannot be found out
 */
export async function isClipThere(address: string, signal: AbortSignal): Promise<boolean | null> {
  try {
    // The service answers by itself, or leads to a store that no page may ask; either way the link is good.
    const { ok, type } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal })
    return ok || type === 'opaqueredirect'
  } catch {
    return null
  }
}
