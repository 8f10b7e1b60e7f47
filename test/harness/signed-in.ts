import type { BrowserContext, Page } from 'playwright-core'
import type { Chromium } from './chromium.js'
import { signIn } from './console-page.js'

/** Who signs in. */
export interface Account {
  readonly email: string
  readonly password: string
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** What is done with a page before it is loaded: routes, scripts, the time zone. */
export type Prepare = (page: Page) => Promise<unknown>

/**
 * A browser in which people are signed in without the form: each signs in once by the interface, and the cookie goes on from one
 * test to the next. Whoever was signed out meanwhile signs in by the form.
 */
export class SignedIn {
  readonly #chromium: Chromium
  readonly #origin: string
  readonly #sessions = new Map<string, Cookies>()
  /** Whose cookie the context has. */
  #here: string | null = null

  constructor(chromium: Chromium, origin: string) {
    this.#chromium = chromium
    this.#origin = origin
  }

  /** Opens an address as somebody, in place of whoever was signed in here. */
  async open(path: string, who: Account, prepare?: Prepare): Promise<Page> {
    await this.#letIn(who)
    const page = await this.#chromium.open(this.#origin + path, prepare)
    const form = page.getByRole('textbox', { name: 'E-mail' })
    await form.or(page.locator('#page')).first().waitFor()
    if (await form.isVisible()) await signIn(page, who)
    return page
  }

  /** Closes all pages, and keeps nothing of them but the session. */
  async forget(): Promise<void> {
    await this.#keep()
    this.#here = null
    await this.#chromium.forget()
  }

  async #keep(): Promise<void> {
    if (this.#here !== null) this.#sessions.set(this.#here, await this.#chromium.context.cookies())
  }

  async #letIn({ email, password }: Account): Promise<void> {
    if (this.#here === email) return
    await this.#keep()
    this.#here = email
    const { context } = this.#chromium
    const kept = this.#sessions.get(email)
    if (kept) return context.addCookies(kept)
    const data = { email, password }
    const answer = await context.request.post(`${this.#origin}/api/v1/auth/login`, { data })
    if (!answer.ok()) throw new Error(`signing in as ${email}: ${answer.status()} ${await answer.text()}`)
  }
}
