import { expect, test } from 'vitest'
import { RivalSenders } from './rival-packets.js'
import { emptyRtpPacket } from './rtp-packet.js'
import { SourceRhythm } from './source-rhythm.js'

test('of many senders of small packets as much is kept as of few of large ones', () => {
  const senders = new RivalSenders(new SourceRhythm(90_000))
  const data = Buffer.alloc(1)
  for (let ssrc = 0; ssrc < 24; ssrc++) {
    for (let sequence = 0; sequence < 4000; sequence++) {
      const place = { ssrc, sequence, timestamp: ssrc * 1e7 + sequence, payloadStart: 0, payloadEnd: 1 }
      senders.add({ ...emptyRtpPacket(), ...place }, data, 0)
    }
  }
  // What keeping a packet costs beside its payload counts as well.
  expect(senders.length * 512).toBeLessThanOrEqual(12 * 1024 * 1024)
  expect(senders.length).toBeGreaterThan(20_000)
})
