import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@sightline/protocol/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '../deployment/repository.js'
import { Link } from '../fakes/link/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { type AddedCamera, startWorld, until, type World } from '../harness/index.js'
import { untilLabel, untilLive } from '../harness/live-page.js'

tellIfThereIsNone('live-page.test.ts')

describe.skipIf(chromiumPath === undefined)('live view in a real browser, from camera to page', () => {
  let world: World
  let link: Link
  let chromium: Chromium
  let camera: AddedCamera

  beforeAll(async () => {
    world = await startWorld({
      cameras: [{ name: 'Gate' }],
    })
    link = await Link.start(Number(new URL(world.cloud.url).port))
    camera = await world.addCamera(await world.onlineAgent(link.url))
    chromium = await startChromium()
  })
  afterAll(async () => {
    await chromium?.close()
    await link?.close()
    await world?.close()
  })

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail').fill(world.owner.email)
    await page.getByLabel('Password').fill(world.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('the page of a camera shows what it sees now; says that it stalled, and is live again when the line is', async () => {
    const page = await chromium.open(`${world.cloud.url}/cameras/${camera.id}/live`)
    await signIn(page)
    await page.getByRole('heading', { name: 'Gate' }).waitFor()
    await untilLive(page, camera)
    link.swallow()
    await untilLabel(page, /^Stalled for \d+ s/)
    link.mend()
    link.reset()
    await untilLive(page, camera)
    await page.close()
  })

  it('a page elsewhere shows it, and its thumbnail, by the example of docs/live-view.md', async () => {
    const taken = await world.api.post(`/api/v1/cameras/${camera.id}/snapshot`, {})
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const key = await world.api.post('/api/v1/service-accounts', {
      name: 'Shop window',
      role: 'viewer',
      site_ids: [world.siteId],
    })
    expect(key.status, JSON.stringify(key.body)).toBe(201)
    const file = path.join(world.folder, 'shop-window.mjs')
    await writeFile(file, exampleOf('docs/live-view.md'))
    const server = spawn(process.execPath, [file], {
      env: {
        SIGHTLINE: world.cloud.url,
        SIGHTLINE_KEY: String(key.body.api_key.full_key),
        CAMERA: camera.id,
        ORIGIN: origin,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    try {
      await until('it listens', async () => (await fetch(origin).catch(() => null))?.ok ?? false)
      const page = await chromium.open(origin)
      const poster = "document.querySelector('sightline-player').shadowRoot.querySelector('.poster')"
      await expect.poll(() => page.evaluate(`${poster}.naturalWidth`)).toBeGreaterThan(0)
      await untilLive(page, camera)
      await page.close()
    } finally {
      server.kill()
    }
  })

  it('a session that is revoked takes the picture from the page', async () => {
    const page = await chromium.open(`${world.cloud.url}/cameras/${camera.id}/live`)
    await untilLabel(page, 'Live')
    const changed = await world.api.post('/api/v1/auth/change-password', {
      old_password: world.owner.password,
      new_password: `${world.owner.password}x`,
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await untilLabel(page, /Signed out|Starting/)
    await untilLabel(page, 'Signed out')
    expect(
      await page.evaluate("document.querySelector('sightline-player').hasAttribute('data-hidden')"),
    ).toBe(true)
    await page.close()
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})

/** The block behind the mark `example: your server`. */
function exampleOf(page: string): string {
  const example = /<!-- example: your server -->\n```js\n([\s\S]*?)^```$/m.exec(textOf(page))?.[1]
  if (!example) throw new Error(`${page} has no example`)
  return example
}
