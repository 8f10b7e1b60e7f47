import type { Page } from 'playwright-core'
import { z } from 'zod'
import { until } from './until.js'

/** Addresses of the console with their parameters (`/cameras/$id`), as the router that runs in the page has them. */
export async function routesOf(page: Page): Promise<string[]> {
  await until('the router is there', () => page.evaluate('Boolean(window.__TSR_ROUTER__)'))
  return z.array(z.string()).parse(await page.evaluate('Object.keys(window.__TSR_ROUTER__.routesByPath)'))
}

/** What a page asked for and was refused, or did not get; and whether it still waits for something. */
export class Requests {
  readonly refused: string[] = []
  readonly #underWay = new Set<object>()

  constructor(page: Page) {
    page.on('request', (request) => {
      // These stay open for as long as the page does.
      if (!/\/api\/v1\/(notices|live)\b/.test(request.url())) this.#underWay.add(request)
    })
    page.on('requestfinished', (request) => void this.#underWay.delete(request))
    page.on('requestfailed', (request) => {
      this.#underWay.delete(request)
      const reason = request.failure()?.errorText ?? ''
      // What a page does not need any more it does not wait for.
      if (reason !== 'net::ERR_ABORTED') this.refused.push(`${request.url()}: ${reason}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.refused.push(`${response.url()}: ${response.status()}`)
    })
  }

  get areUnderWay(): boolean {
    return this.#underWay.size > 0
  }
}

const Steps = z.object({
  /** What Tab came to and nobody can see that it did. */
  unseen: z.array(z.string()),
  /** What Tab came to before what stands in front of it. */
  outOfOrder: z.array(z.string()),
  /** What can be pressed or typed into, and Tab does not come to. */
  unreached: z.array(z.string()),
})

/** What is wrong with going through a page by Tab. */
export type Steps = z.infer<typeof Steps>

/** Resolves when what a page has now is drawn. */
export const nextPictures =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))'

/** More than stand on any page but long lists, of which the first ones say as much. */
const mostSteps = 150
/** Presses that are sent one after the other before anybody looks: a look is dearer than a press. */
const atOnce = 10

/** Goes through a page by Tab, from its beginning, and looks where that leads. */
export async function goByTab(page: Page): Promise<Steps> {
  await page.evaluate(begin)
  for (let step = 0; step < mostSteps; step += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => page.keyboard.press('Tab')))
    if (await page.evaluate('walk.isOver()')) break
  }
  return Steps.parse(await page.evaluate(`walk.end(${mostSteps})`))
}

/**
 * A focus is seen by an outline or a shadow, of the element or of what stands for it. Parts of one control are moved through
 * by arrows: there Tab comes to one of them.
 */
const begin = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; scroll-behavior: auto !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const named = (one) => one.outerHTML.slice(0, 160)
  const isDrawn = (style) => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  const around = (one) => [one, one.parentElement, one.parentElement?.parentElement, one.nextElementSibling, one.previousElementSibling, one.closest('label')].filter(Boolean)
  const isSeen = (one) => around(one).some((near) => isDrawn(getComputedStyle(near)) || isDrawn(getComputedStyle(near, '::after')) || isDrawn(getComputedStyle(near, '::before')))
  const visited = []
  const unseen = []
  let rounds = 0
  const came = ({ target }) => {
    if (visited.includes(target)) {
      if (target === visited[0]) rounds += 1
      return
    }
    visited.push(target)
    const box = target.getBoundingClientRect()
    const isThere = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    if (!isThere || !isSeen(target)) unseen.push(named(target))
  }
  document.addEventListener('focusin', came)
  document.activeElement?.blur()
  getSelection()?.removeAllRanges()
  const within = '[role=tablist], [role=radiogroup], [role=listbox], [role=menu], [role=grid], [role=toolbar], [role=slider], sightline-player, video'
  const isWanted = (one) => {
    if (!one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false }) || one.closest('[inert], [aria-hidden=true]')) return false
    if (one.disabled || one.getBoundingClientRect().width === 0) return false
    if (one.type === 'radio' && document.querySelector('input[type=radio]:checked[name="' + CSS.escape(one.name) + '"]') !== one) return false
    const isOneOfMany = [...(one.parentElement?.children ?? [])].some((other) => other !== one && other.tabIndex === 0 && other.matches(one.tagName))
    if (one.tabIndex < 0 && (isOneOfMany || one.closest(within))) return false
    return true
  }
  const controls = () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=switch], [role=checkbox], [role=slider]')]
  // What comes while Tab is pressed may come behind it.
  const atFirst = new Set(controls())
  window.walk = {
    isOver: () => rounds > 0 || document.activeElement === document.body,
    end(most) {
      document.removeEventListener('focusin', came)
      const all = controls().filter((one) => atFirst.has(one))
      const follows = (one, before) => Boolean(before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
      // A page may begin in its midst, at what it is for: from its end Tab goes on at its beginning.
      const top = visited.reduce((first, one) => (first && follows(one, first) ? first : one), null)
      const inTurn = visited.filter((one) => atFirst.has(one))
      const outOfOrder = inTurn.filter((one, at) => at > 0 && one !== top && !follows(one, inTurn[at - 1]))
      const isCut = visited.length >= most - 20
      const unreached = isCut ? [] : all.filter((one) => isWanted(one) && !visited.includes(one))
      return { unseen, outOfOrder: outOfOrder.map(named), unreached: unreached.map(named) }
    },
  }
})()`

/** Whether a page is wider than the window, which takes both hands on a phone. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth')

/** Buttons, links and headings whose words do not fit: cut off, or beyond the edge of the window where nothing scrolls. */
export async function cutWordsOn(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(cutWords))
}

const cutWords = `(() => {
  const scrolls = (one) => {
    for (let near = one.parentElement; near; near = near.parentElement)
      if (/(auto|scroll)/.test(getComputedStyle(near).overflowX)) return true
    return false
  }
  return [...document.querySelectorAll('button, a[href], label, legend, h1, h2, h3, summary, th, [role=tab]')]
    .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && one.textContent.trim() !== '')
    .filter((one) => {
      const style = getComputedStyle(one)
      const box = one.getBoundingClientRect()
      if (box.width <= 1 || box.bottom < 0) return false
      // A name that somebody gave may be shortened, with an ellipsis.
      const isCut = style.display !== 'inline' && style.textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1
      const isBeyond = (box.right > innerWidth + 1 || box.left < -1) && !scrolls(one) && style.position !== 'absolute'
      return isCut || isBeyond
    })
    .map((one) => one.outerHTML.replace(/class="[^"]*"/g, '').slice(0, 160))
})()`

/** Shows the page in another language, as the menu does, without loading it anew. */
export async function speak(page: Page, language: 'de' | 'en'): Promise<void> {
  await page.evaluate(`(() => {
    const key = 'sightline.settings'
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), language: '${language}' })
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  })()`)
  await until(`the page speaks ${language}`, () =>
    page.evaluate(`document.documentElement.lang === '${language}'`),
  )
}
