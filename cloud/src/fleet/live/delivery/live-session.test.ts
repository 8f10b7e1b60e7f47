import { once } from 'node:events'
import { createServer } from 'node:http'
import { liveLimits, liveSubprotocol } from '@sightline/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { ScriptedViewer } from '#testing/scripted-viewer.js'
import { missing } from '../../../platform/errors.js'
import { silentLog } from '../../../platform/log.js'
import { createMetrics } from '../../../platform/metrics.js'
import { createFakeClock } from '../../../platform/time/clock.fake.js'
import { createLiveFigures } from '../live-figures.js'
import type { Viewer } from '../viewers/viewer.js'
import { LiveSession } from './live-session.js'
import { SubscriptionLimits } from './subscription-limits.js'

/** Somebody who sees no camera. */
const viewer: Viewer = {
  orgId: 'org',
  principal: { kind: 'user', id: 'person', name: 'Person' },
  countsAs: { kind: 'user', id: 'person' },
  expiresAt: null,
  requireCamera: () => Promise.reject(missing('camera')),
  verify: () => Promise.resolve({ socket: null, cameras: new Map() }),
  replaceToken: () => Promise.reject(missing('token')),
  renew: () => Promise.reject(missing('token')),
  began: () => Promise.resolve(),
  ended: () => Promise.resolve(),
}

/** A page that has opened its live socket, and the clock of the service. */
async function opened() {
  const clock = createFakeClock()
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => liveSubprotocol })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const deps = {
    platform: { clock, log: silentLog },
    upstreams: {
      open: () => {
        throw new Error('nothing is watched')
      },
      isFlowing: () => false,
    },
    figures: createLiveFigures(createMetrics()),
    limits: new SubscriptionLimits({ perPrincipal: 64, perOrg: 200 }),
  }
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(
      request,
      socket,
      head,
      (webSocket) => new LiveSession(deps, viewer, webSocket, socket),
    ),
  )
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('unreachable')
  const page = await ScriptedViewer.open({ origin: `http://127.0.0.1:${address.port}`, token: 'x' })
  onTestFinished(() => page[Symbol.asyncDispose]())
  return { clock, page }
}

test('a socket on which nothing is watched is closed, whatever is asked for on it', async () => {
  const { clock, page } = await opened()
  for (let atMs = 0, id = 1; atMs < liveLimits.idleMs; atMs += 5_000, id += 1) {
    page.subscribe(id, '0198c0de-0000-7000-8000-000000000001')
    expect(await page.until('ended', (ended) => ended.id === id)).toMatchObject({ code: 4404 })
    await clock.advance(5_000)
  }
  await clock.advance(1_000)
  expect(await page.untilClosed()).toBe(4408)
  expect(page.closeReason).toBe('nothing is watched')
})

test('a page hears each ten seconds or so that its line is alive, as long as nothing else is said', async () => {
  const { clock, page } = await opened()
  await clock.advance(liveLimits.aliveMs - 1_000)
  page.subscribe(1, '0198c0de-0000-7000-8000-000000000001')
  await page.until('ended')
  // What was said just now is as good.
  await clock.advance(liveLimits.aliveMs - 1_000)
  page.subscribe(2, '0198c0de-0000-7000-8000-000000000001')
  await page.until('ended', ({ id }) => id === 2)
  expect(page.of('alive')).toEqual([])
  for (let count = 1; count <= 3; count += 1) {
    await clock.advance(liveLimits.aliveMs + 1_000)
    await page.untilIt('a sign of life', () => page.of('alive').length === count)
  }
})
