import {
  createAddressPolicy,
  createAskDevice,
  createDiscovery,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { z } from 'zod'
import { serve } from './serve.js'

// Scans loopback with each question, as `agent discover` scans a network.

const deps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  allowed: createAddressPolicy(['127.0.0.0/8']),
}
const discovery = createDiscovery({
  ...deps,
  identify: createAskDevice(deps),
  scanFrom: ['127.0.0.1'],
  pauseMs: 0,
})
const isOurs = ({ name }: { readonly name: string }) => name.startsWith('Bench camera ')

serve(z.object({}), async () => {
  const startedAt = performance.now()
  let lastSeenMs = 0
  const onFound = (device: { readonly name: string }) => {
    if (isOurs(device)) lastSeenMs = performance.now() - startedAt
  }
  const devices = await discovery.discover({ onFound }, new AbortController().signal)
  const ours = devices.filter(isOurs)
  const tookMs = performance.now() - startedAt
  return { entries: ours.length, cameras: new Set(ours.map(({ mac }) => mac)).size, lastSeenMs, tookMs }
})
