import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Packet, presentedAtMs, tuneGarbageCollector } from '@sightline/agent/testing'
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift'
import { z } from 'zod'
import { benchCamera, CameraAddress, firstPacket } from '../programs/bench-agent.js'
import { serve } from '../programs/serve.js'
import { payloadsOf } from './rtp-payloads.js'

// Receives a camera as the agent does, and sends its pictures by WebRTC to each page that makes an offer: the newest
// keyframe once the page is connected, and all that comes from the next keyframe on.

const camera = z.object({ camera: CameraAddress })
const payloadType = 96

type Camera = ReturnType<typeof benchCamera>

let close: () => Promise<void> = () => Promise.resolve()

async function start({ camera: address }: z.infer<typeof camera>): Promise<{ readonly url: string }> {
  const received = benchCamera(address)
  const flowing = firstPacket(received)
  const stop = new AbortController()
  const running = received.run(stop.signal)
  await flowing
  const server = createServer((request, response) => {
    answer(received, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the peer has no port')
  close = async () => {
    stop.abort()
    server.close()
    await running
  }
  return { url: `http://127.0.0.1:${at.port}/` }
}

async function answer(received: Camera, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const codec = new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    payloadType,
    parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
  })
  const connection = new RTCPeerConnection({
    codecs: { video: [codec] },
    iceAdditionalHostAddresses: ['127.0.0.1'],
  })
  const track = new MediaStreamTrack({ kind: 'video' })
  connection.addTransceiver(track, { direction: 'sendonly' })
  await connection.setRemoteDescription({ type: 'offer', sdp: await text(request) })
  await connection.setLocalDescription(await connection.createAnswer())
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') send(received, track, connection)
  })
  response.writeHead(200, { 'content-type': 'application/sdp', 'access-control-allow-origin': '*' })
  response.end(connection.localDescription?.sdp)
}

function send(received: Camera, track: MediaStreamTrack, connection: RTCPeerConnection): void {
  let sequenceNumber = 0
  let awaitsKeyframe = true
  const write = (packet: Packet) => {
    const payloads = payloadsOf(packet)
    for (const [index, payload] of payloads.entries()) {
      sequenceNumber = (sequenceNumber + 1) & 0xffff
      const timestamp = Math.round(presentedAtMs(packet) * 90) >>> 0
      const marker = index === payloads.length - 1
      track.writeRtp(
        new RtpPacket(new RtpHeader({ payloadType, sequenceNumber, timestamp, marker }), payload),
      )
    }
  }
  const [newest] = received.source
    .newestGop()
    .filter(({ keyframe, track: kind }) => keyframe && kind === 'video')
  if (newest !== undefined) write(newest)
  const end = received.source.subscribe({
    packet: (packet) => {
      if (packet.track !== 'video') return
      if (packet.keyframe) awaitsKeyframe = false
      if (!awaitsKeyframe) write(packet)
    },
    runEnded: () => undefined,
  })
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') return
    end()
    void connection.close()
  })
}

// As `agent run` does.
tuneGarbageCollector()

serve(camera, start, () => close())
