import type { Page } from 'playwright-core'
import { type Chromium, startChromium } from './chromium.js'
import { type Account, type Prepare, SignedIn } from './signed-in.js'
import { type AddedCamera, startWorld, type World, type WorldOptions } from './world.js'

interface NewUser {
  readonly email: string
  readonly name: string
  readonly role: string
  /** Default: the site of the world. */
  readonly siteIds?: readonly string[]
}

/** The console in a browser, and the world that it shows: a cloud, a gateway that is on line, and its cameras. */
export interface ConsoleStand {
  readonly world: World
  readonly chromium: Chromium
  /** As many as the world was started with, in that order. */
  readonly cameras: readonly AddedCamera[]
  /** Opens an address as the owner, unless somebody else is named, who is signed in there without the form. */
  enter(path: string, who?: Account, prepare?: Prepare): Promise<Page>
  /** Something happens at a camera, once the recording before it has ended: it would only be longer. @returns the event's id */
  trigger(camera?: AddedCamera): Promise<string>
  /** A rule that every event of a camera matches. @returns its id */
  addRule(name: string, more?: object): Promise<string>
  /** Invites somebody, who sets a password. */
  addUser(user: NewUser): Promise<Account>
  close(): Promise<void>
}

/** Starts all that a test of the console needs. English is the browser's language. */
export async function startConsole(options: WorldOptions = {}): Promise<ConsoleStand> {
  const world = await startWorld(options)
  const agent = await world.onlineAgent()
  const cameras: AddedCamera[] = []
  for (const fake of world.cameras) cameras.push(await world.addCamera(agent, fake))
  // Pages of the console share a process: to start one for each takes a quarter of the time of such a test.
  const browser = await startChromium(['--lang=en-GB', '--process-per-site'])
  const people = new SignedIn(browser, world.cloud.url)
  let last: string | null = null
  return {
    world,
    chromium: {
      get context() {
        return browser.context
      },
      complaints: browser.complaints,
      open: (address, prepare) => browser.open(address, prepare),
      forget: () => people.forget(),
      beginAnew: () => browser.beginAnew(),
      close: () => browser.close(),
    },
    cameras,
    enter: (path, who = world.owner, prepare) => people.open(path, who, prepare),
    async trigger(camera = cameras[0]) {
      if (last !== null) await world.untilClip(last)
      const id = camera?.id ?? ''
      await world.untilCamera(id, 'online')
      last = String((await world.trigger(id)).event_id)
      return last
    },
    async addRule(name, more = {}) {
      const rule = { name, rule_kind: 'camera_event', cooldown_sec: 60, ...more }
      return String((await made(world, '/api/v1/alert-rules', rule)).id)
    },
    addUser: (user) => inviteUser(world, browser, user),
    async close() {
      await browser.close()
      await world.close()
    },
  }
}

async function made(world: World, path: string, body: object) {
  const answer = await world.api.post(path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Invites somebody, who sets a password. */
export async function inviteUser(
  world: World,
  browser: Chromium,
  { email, name, role, siteIds = [world.siteId] }: NewUser,
): Promise<Account> {
  await made(world, '/api/v1/users', { email, display_name: name, role, site_ids: siteIds })
  const me = (await world.api.get('/api/v1/auth/me')).body
  const told = await world.cloud.operate('user', 'invite-link', '--org', me.org_id, '--email', email)
  const account = { email, password: 'Correct-Horse-7' }
  const page = await browser.open(String(JSON.parse(told).link))
  await page.getByLabel('New password').fill(account.password)
  await page.getByLabel('The same again').fill(account.password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your password is set.').waitFor()
  await page.close()
  return account
}
