import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'

/** Where a Chromium may be: `CHROMIUM_PATH` alone, if that is set. */
const places = process.env['CHROMIUM_PATH']
  ? [process.env['CHROMIUM_PATH']]
  : ['/usr/bin/chromium', '/usr/bin/google-chrome']

/** The Chromium of this machine; undefined where there is none. */
export const chromiumPath = places.find((file) => existsSync(file))

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser, and what it complained of. */
export interface Chromium {
  /** What its pages share: cookies, storage, workers. */
  readonly context: BrowserContext
  /** Refused scripts, styles and media, broken code; not the answers that a page expects. */
  readonly complaints: string[]
  /** @param prepare what is done with the page before it is loaded */
  open(address: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page>
  /** Closes all pages and forgets what they kept, but for scripts that were compiled: those take half of the time of a page. */
  forget(): Promise<void>
  /** The same with a context of its own, for tests of what outlives a page: service workers, subscriptions to messages. */
  beginAnew(): Promise<void>
  close(): Promise<void>
}

/** @param more arguments of its command line */
export async function startChromium(more: readonly string[] = []): Promise<Chromium> {
  // A browser that ends in the midst of something leaves its temporary files.
  const folder = await mkdtemp(path.join(tmpdir(), 'sl-chromium-'))
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [...quiet, ...more],
    // PulseAudio's library would leave a folder behind, beside a link to it in the home of whoever runs this.
    env: { ...process.env, TMPDIR: folder, PULSE_RUNTIME_PATH: '/dev/null/none' },
  })
  let context = await browser.newContext()
  const complaints: string[] = []
  const origins = new Set<string>()
  return {
    get context() {
      return context
    },
    complaints,
    async open(address, prepare) {
      origins.add(new URL(address).origin)
      const page = await context.newPage()
      noteComplaints(page, address, complaints, { losesConnection: true })
      // React says of what it recovered from no more than a number; the error itself is its cause.
      await page.addInitScript(
        `addEventListener('error', ({ error }) => error?.cause && console.error('because of', error.cause))`,
      )
      await prepare?.(page)
      await page.goto(address)
      return page
    },
    async forget() {
      const open = context.pages()
      const blank = await context.newPage()
      // What a page still waits for is broken off with it, and can leave no cookie to what comes next.
      await Promise.all(open.map((page) => page.close()))
      await forgetKept(context, blank, origins)
      await blank.close()
    },
    async beginAnew() {
      await context.close()
      context = await browser.newContext()
    },
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A refusal, and an answer of a busy service, which is asked again: each is a line in the browser's console as well. */
const expected = /status of (?:4\d\d|503)/
/** What a page says that loses its connection. */
const cutOff = /WebSocket|net::ERR_/

/**
 * Adds to `complaints` what a page throws, and what its browser says is wrong with it, with the address of what was loaded.
 * @param losesConnection the test may take the service away from the page
 */
export function noteComplaints(
  page: Page,
  address: string,
  complaints: string[],
  { losesConnection = false } = {},
): void {
  page.on('pageerror', (error) => complaints.push(`${address}: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' || expected.test(text)) return
    if (!losesConnection || !cutOff.test(text))
      complaints.push(`${address}: ${text} (${message.location().url})`)
  })
}

/** Cookies, permissions, and all that pages of these origins have stored. */
async function forgetKept(context: BrowserContext, page: Page, origins: Iterable<string>): Promise<void> {
  await context.clearCookies()
  await context.clearPermissions()
  const session = await context.newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage'
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
}

/**
 * Says why the tests of a file are skipped, where there is no browser.
 * @throws Error where `REQUIRE_BROWSER` says that none may be, as `.ci/run` does
 */
export function tellIfThereIsNone(file: string): void {
  if (chromiumPath !== undefined) return
  const reason = `there is no Chromium here (apt-get install chromium)`
  if (process.env['REQUIRE_BROWSER']) throw new Error(`${file} needs a browser, and ${reason}`)
  process.stderr.write(`${file}: SKIPPED, for ${reason}.\n`)
}
