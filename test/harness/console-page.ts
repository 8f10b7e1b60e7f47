import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { pathOf } from '../deployment/repository.js'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const Violations = z.array(
  z.looseObject({ id: z.string(), nodes: z.array(z.looseObject({ html: z.string() })) }),
)

/** Colours and what comes over the page go over into what people see. */
const atRest = `(async () => {
  // What was just pressed begins to change with the next picture.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(changes.map(({ finished }) => finished))
})()`

/** What axe-core finds against WCAG 2.2 A and AA on a page as it stands; each with the place. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(atRest)
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await axeSource())
  const found = await page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations)`,
  )
  return Violations.parse(found).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )
}

let source: Promise<string> | undefined
const axeSource = (): Promise<string> => (source ??= readFile(axe, 'utf8'))

/** A width and a theme in which a screen is looked at. */
export interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

/** Each screen is looked at in both widths and in both themes: what a theme lacks is lacking at any width. */
export const looks: readonly Look[] = [
  { width: 360, height: 740, theme: 'dark' },
  { width: 1280, height: 800, theme: 'light' },
]

/** Shows a page at a width, in a theme. */
export async function lookAt(page: Page, { width, height, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(atRest)
}

/** Writes what is to be seen to `test/dist/screens/<name>.png` where somebody wants to look at it: with `KEEP_SCREENS=1`. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (!process.env['KEEP_SCREENS']) return
  const folder = pathOf('test/dist/screens')
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}

/**
 * Presses "Try again" now that it would succeed, and waits for what comes of it. A page that is told of something new asks by
 * itself as well, and the button is gone then.
 */
export async function pressTryAgain(within: Page | Locator, there: Locator): Promise<void> {
  const button = within.getByRole('button', { name: 'Try again', exact: true })
  await Promise.race([button.press('Enter'), there.waitFor()])
  await there.waitFor()
}

/** Chooses an entry of the menu that opens now: by what is typed, or by a key. Each press waits for what the one before did. */
export async function chooseByKeys(page: Page, keys: string, entry: string): Promise<void> {
  await page.locator('[role=menu] :focus, [role=menu]:focus').waitFor()
  if (keys === 'End' || keys === 'Home') await page.keyboard.press(keys)
  else await page.keyboard.type(keys)
  await page.locator('[role=menu] :focus', { hasText: entry }).waitFor()
  await page.keyboard.press('Enter')
}

/** Presses two keys that are one command, as the page hears them: however slow it is, one directly after the other. */
export async function pressBoth(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
}

/** Signs in on the page that asks for it. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Sets a finger down on something, moves it sideways by so many px, and lets it go. */
export const swipe = (page: Page, on: Locator, byPx: number): Promise<void> =>
  dragByTouch(page, on, { x: byPx, y: 0 })

/** Sets a finger down on something, moves it by so many px, and lets it go. */
export async function dragByTouch(
  page: Page,
  on: Locator,
  byPx: { readonly x: number; readonly y: number },
): Promise<void> {
  const box = await on.boundingBox()
  if (!box) throw new Error('there is nothing to set a finger on')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + byPx.x * share, y: from.y + byPx.y * share }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', step / 10)
  await touch('touchEnd', 1)
  await session.detach()
}
