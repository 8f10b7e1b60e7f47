import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SUB_PICTURE } from '../fakes/camera/index.js'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { type AddedCamera, startWorld, type World } from '../harness/index.js'
import { untilLive } from '../harness/live-page.js'
import { PageServer } from '../harness/page-server.js'
import { ofAllTiles, pageWithTiles } from '../harness/player-page.js'

tellIfThereIsNone('live-own-page.test.ts')

const tiles = 16
const picture = { ...SUB_PICTURE, fps: 10 }
const names = ['Gate', 'Yard', 'Ramp', 'Door']

describe.skipIf(chromiumPath === undefined)(
  'live view in the page of an integrator, from camera to page',
  () => {
    let world: World
    let chromium: Chromium
    let server: PageServer
    /** The page that is served; its tokens are those of `tokens`, one after the other. */
    let content = ''
    let tokens: string[] = []
    const cameras: AddedCamera[] = []

    beforeAll(async () => {
      server = await PageServer.start((request, response) => {
        if (request.url === '/token') response.end(tokens.shift())
        else if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(content)
        else return false
        return true
      })
      world = await startWorld({
        cloudEnv: { CORS_ORIGINS: server.origin },
        cameras: names.map((name) => ({ name, picture })),
      })
      const agent = await world.onlineAgent()
      for (const fake of world.cameras) cameras.push(await world.addCamera(agent, fake))
      chromium = await startChromium()
    })
    afterAll(async () => {
      await chromium?.close()
      await world?.close()
      await server?.[Symbol.asyncDispose]()
    })

    /** A live token of a camera for this page. */
    async function liveToken({ id }: AddedCamera): Promise<{ id: string; token: string }> {
      const made = await world.api.post(`/api/v1/cameras/${id}/live-token`, { origins: [server.origin] })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return { id: String(made.body.id), token: String(made.body.token) }
    }

    /** Has a token reach its end now. */
    const expire = (id: string) =>
      world.database.query("update live_tokens set expires_at = now() - interval '1 second' where id = $1", [
        id,
      ])

    function pageWithToken({ id }: AddedCamera): string {
      return `<!doctype html>
      <script type="module" src="${world.cloud.url}/player/v1/player.js"></script>
      <sightline-player server="${world.cloud.url}" camera="${id}" style="width: 320px"></sightline-player>
      <script>
        window.asked = []
        document.querySelector('sightline-player').addEventListener('tokenrequest', (event) => {
          asked.push(event.why)
          event.respondWith(fetch('/token').then((answer) => answer.text()))
        })
      </script>`
    }

    const asked = async (page: Page) => z.array(z.string()).parse(await page.evaluate('asked'))

    it('a token that has expired is asked for anew, before the picture and while it is watched', async () => {
      const camera = required(cameras[0])
      const [old, current, next] = [await liveToken(camera), await liveToken(camera), await liveToken(camera)]
      await expire(old.id)
      tokens = [old, current, next].map(({ token }) => token)
      content = pageWithToken(camera)
      const page = await chromium.open(server.origin)
      await untilLive(page, camera)
      expect(await asked(page)).toEqual(['first', 'refused'])
      await expire(current.id)
      await expect.poll(() => asked(page)).toEqual(['first', 'refused', 'refused'])
      await untilLive(page, camera)
      await page.close()
    })

    it('sixteen tiles are live over one socket, decoded by four workers, and move by keyframes alone', async () => {
      const shown = Array.from({ length: tiles }, (_, at) => required(cameras[at % cameras.length]).id)
      content = pageWithTiles(shown, { origin: world.cloud.url, token: world.api.token })
      const page = await chromium.open(server.origin)
      await expect.poll(() => ofAllTiles(page, 'tile.state?.kind')).toEqual(Array(tiles).fill('live'))
      const status = async () =>
        (await world.api.get(`/streams/${required(cameras[0]).id}/status`)).body.active_viewers
      await expect.poll(status).toBe(tiles / names.length)
      await page.evaluate('drawn.fill(0)')
      const drawn = async () => z.array(z.number()).parse(await page.evaluate('drawn'))
      await expect.poll(async () => Math.min(...(await drawn()))).toBeGreaterThan(4)
      // One picture a second is a keyframe.
      expect(Math.max(...(await drawn()))).toBeLessThan(Math.min(...(await drawn())) * 3)
      expect(Number(await page.evaluate('workers'))).toBeLessThan(5)
      await page.close()
    })

    it('no page broke a rule of its own', () => {
      expect(chromium.complaints).toEqual([])
    })
  },
)

function required<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('a camera is missing')
  return one
}
