import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Link } from '../fakes/link/index.js'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { type AddedCamera, type CloudNode, startWorld, type World } from '../harness/index.js'
import {
  LivePages,
  longestGap,
  takeWatched,
  untilLabel,
  untilLive,
  untilMoved,
} from '../harness/live-page.js'

tellIfThereIsNone('live-nodes.test.ts')

/** A supervisor kills a process that does not end by itself. */
const mostEndMs = 14_500
/** Time for a hand-over where other tests have the processor: it takes some tenths of a second by itself. */
const mostGapMs = 8000

describe.skipIf(chromiumPath === undefined)('live view over two nodes, in a real browser', () => {
  let world: World
  /** What stands in front of the nodes: browsers and gateways connect to it. */
  let front: Link
  let pages: LivePages
  let camera: AddedCamera
  let nodes: readonly [CloudNode, CloudNode]

  beforeAll(async () => {
    front = await Link.start(0)
    world = await startWorld({ nodes: 2, cloudEnv: { PUBLIC_URL: front.url }, cameras: [{ name: 'Gate' }] })
    const [first, second] = world.nodes
    if (!first || !second) throw new Error('the world has no two nodes')
    nodes = [first, second]
    front.leadTo(first.port)
    camera = await world.addCamera(await world.onlineAgent(front.url))
    pages = await LivePages.start(world, front.url)
  })
  afterAll(async () => {
    await pages?.close()
    await front?.close()
    await world?.close()
  })

  /** A page on each node; the first has the gateway, and the other gets the picture from it. */
  async function onEach() {
    front.leadTo(nodes[0].port)
    const first = await pages.openLive(camera)
    front.leadTo(nodes[1].port)
    const second = await pages.openLive(camera)
    return [first, second] as const
  }

  it('a node that is drained moves its viewers, and ends in its time', async () => {
    const [first, second] = await onEach()
    for (const page of [first, second]) await takeWatched(page)
    const askedAt = performance.now()
    expect(await nodes[0].stop()).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(mostEndMs)
    for (const page of [first, second]) {
      await untilMoved(page, 20)
      await untilLive(page, camera)
      const watched = await takeWatched(page)
      // They were moved, and not cut.
      expect(watched.states).not.toContain('no-line')
      expect(longestGap(watched)).toBeLessThan(mostGapMs)
      await page.close()
    }
  })

  it('a node that is killed costs its viewers some seconds, and those of the other the picture alone', async () => {
    await nodes[0].start()
    nodes = [nodes[1], nodes[0]]
    const [first, second] = await onEach()
    await nodes[0].kill()
    for (const page of [first, second]) {
      await untilMoved(page, 5)
      await untilLive(page, camera)
    }
    expect((await takeWatched(second)).states).not.toContain('no-line')
    for (const page of [first, second]) await page.close()
  })

  it('a session that is revoked takes the picture from the pages on both nodes', async () => {
    await nodes[0].start()
    nodes = [nodes[1], nodes[0]]
    const both = await onEach()
    const { password } = world.owner
    const changed = await world.at(nodes[1]).post('/api/v1/auth/change-password', {
      old_password: password,
      new_password: `${password}x`,
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    for (const page of both) await untilLabel(page, 'Signed out')
  })

  it('no page broke a rule of its own', () => {
    expect(pages.chromium.complaints).toEqual([])
  })
})
