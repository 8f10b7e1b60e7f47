import { describe, expect, test } from 'vitest'
import { howToInstallOnvifTools, missingForOnvifTools, OnvifToolsPeer } from '../fakes/onvif-tools.js'
import { until } from '../harness/index.js'

const missing = missingForOnvifTools()
if (missing !== null) {
  console.warn(
    `\nSKIPPED: the fake camera is not tried with the ONVIF client of others, which cannot run here: ${missing}\n` +
      `To run these tests: ${howToInstallOnvifTools}\n`,
  )
}

// Debian has no ONVIF server. Its client keeps the fake camera honest, by which our own client is judged.
describe.skipIf(missing !== null)('the ONVIF client of Debian', () => {
  const account = { username: 'viewer', password: 'peer-pass' }
  const login = (password: string) => ['-u', account.username, '-p', password]

  test('finds the fake camera, logs in, and is told its time, profiles and streams', async () => {
    await using peer = await OnvifToolsPeer.start(account)
    expect(await peer.ask(['-a'])).toContain(`${peer.host} (Fake camera FC-100)`)
    // It uses a nonce again within a second, and then is refused as a replay would be.
    const told = await until('the client is let in all the way', async () => {
      const questions = ['get time', 'get profiles', 'get rtsp']
      const said = await peer.ask([...login(account.password), peer.host], questions)
      return said.includes('NotAuthorized') ? null : said
    })
    expect(told).toContain('successfully connected to host')
    expect(told).toMatch(/Time Offset: [-01] seconds/)
    expect(told).toContain('Token 0: main')
    expect(told).toContain(`rtsp://${peer.host}:8554/main`)
    expect(await peer.ask([...login('wrong'), peer.host], ['get rtsp'])).toContain('ter:NotAuthorized')
  })
})
