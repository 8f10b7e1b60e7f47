import type { BenchRow, Outcome } from './bench-row.js'
import { measureAgent } from './live-view/agent-share.js'
import { BareRelay } from './live-view/bare-relay.js'
import { measureNode } from './live-view/node-share.js'
import { measureStalled } from './live-view/stalled-viewers.js'
import { Viewers } from './live-view/viewers.js'
import { WatchedCamera } from './live-view/watched-camera.js'

const gopSec = 1

/** Row 27: what viewers cost the node that sends to them, and the agent whose stream they watch. */
export const liveProcessor: BenchRow = {
  number: 27,
  title: 'live view, cost of viewers on the node and on the agent',
  async measure(bench): Promise<Outcome> {
    if (process.platform !== 'linux')
      return { kind: 'skipped', reason: 'processor time and memory are read from /proc' }
    await using camera = await WatchedCamera.start(bench, gopSec)
    await using relay = await BareRelay.start(camera.address)
    await using viewers = new Viewers()
    const node = await measureNode(bench, { camera, relay, viewers })
    const agent = await measureAgent(bench, { camera, viewers })
    const stalled = await measureStalled(bench, { camera, viewers })
    return {
      kind: 'measured',
      findings: [...node.findings, ...stalled.findings, ...agent],
      notes: [...node.notes, ...stalled.notes],
      postgres: camera.site.service.postgres,
    }
  },
}
