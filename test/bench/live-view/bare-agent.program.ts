import { once } from 'node:events'
import { type Packet, presentedAtMs, tuneGarbageCollector } from '@sightline/agent/testing'
import { writeMediaFrame } from '@sightline/protocol'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { avcConfiguration } from '../../fakes/live-service/index.js'
import { benchCamera, CameraAddress, firstPacket } from '../programs/bench-agent.js'
import { serve } from '../programs/serve.js'
import type { BareFormat } from './bare-relay.js'

// Receives a camera as the agent does, and sends each packet of its pictures to the bare relay at once.

const Question = z.object({ feed: z.string(), camera: CameraAddress })

let close: () => Promise<void> = () => Promise.resolve()

/** @returns how a decoder of what is sent is configured */
async function start({ feed, camera: address }: z.infer<typeof Question>): Promise<BareFormat> {
  const socket = new WebSocket(feed, { perMessageDeflate: false })
  await once(socket, 'open')
  const camera = benchCamera(address)
  let sequence = 0
  camera.source.subscribe({
    takesDamaged: true,
    packet: (packet) => {
      if (packet.track !== 'video') return
      sequence += 1
      socket.send(frameOf(packet, sequence))
    },
    runEnded: () => undefined,
  })
  const flowing = firstPacket(camera)
  const stop = new AbortController()
  const running = camera.run(stop.signal)
  close = async () => {
    stop.abort()
    await running
    socket.terminate()
  }
  await flowing
  const video = camera.source.currentRun()?.video
  if (video?.codec !== 'h264') throw new Error('the camera sends no H.264')
  return avcConfiguration(video.parameterSets)
}

function frameOf(packet: Packet, sequence: number): Uint8Array {
  const { ptsUs, dtsUs, keyframe, data } = packet
  return writeMediaFrame({
    kind: 'video',
    keyframe,
    discontinuity: false,
    catchUp: false,
    subscription: 0,
    sequence,
    capturedMs: presentedAtMs(packet),
    dtsUs: Math.round(dtsUs),
    ctsUs: Math.round(ptsUs) - Math.round(dtsUs),
    data,
  })
}

// As `agent run` does.
tuneGarbageCollector()

serve(Question, start, () => close())
