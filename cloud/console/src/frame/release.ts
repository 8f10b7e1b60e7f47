import { patienceMs } from '../session/refresh-outcome.js'
import { otherScript } from './other-script.js'

/** By which this page began. It bears a hash of all that it loads, so every release has another. */
const ownScript = document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''
/** The release for which this tab was loaded anew last. */
const keptAs = 'sightline.release'

/** The script of a release that takes the place of this page's; null: none is known. */
let wanted: string | null = null
let isTyped = false

addEventListener('input', () => (isTyped = true), { capture: true })

/** Nothing of the page before is left, and so nothing that was typed there. */
export function pageChanged(): void {
  isTyped = false
}

/** Whether loading the page anew takes nothing from whoever sits there. */
export const losesNothing = (): boolean =>
  !isTyped &&
  document.fullscreenElement === null &&
  !document.querySelector('[role="dialog"], [role="alertdialog"]')

/** Asks which release the service has now. */
export async function lookForRelease(): Promise<void> {
  const page = await currentPage()
  const script = page === null ? null : otherScript(page, ownScript)
  // Where nodes of two releases answer in turn, it would be loaded for ever.
  wanted = script === readKept() ? null : script
}

/** Loads the page anew if another release is known, once for each. */
export function takeRelease(): void {
  if (wanted === null) return
  try {
    sessionStorage.setItem(keptAs, wanted)
  } catch {
    // A browser that keeps nothing would begin it again and again.
    return
  }
  location.reload()
}

/** Of a release that is gone no further script comes: the new one is loaded, at once where there is no page to look at. */
export function replaceOldPage(isPageThere: boolean): void {
  void lookForRelease().then(() => {
    if (!isPageThere || losesNothing()) takeRelease()
  })
}

/** For a press: loads the page anew if there is one to be had. Without a line the browser would show an error of its own. */
export async function loadAnew(): Promise<void> {
  if ((await currentPage()) !== null) location.reload()
}

async function currentPage(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(keptAs)
  } catch {
    return null
  }
}
