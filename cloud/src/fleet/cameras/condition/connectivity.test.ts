import { CameraFault } from '@sightline/protocol'
import { describe, expect, test } from 'vitest'
import { type ConnectivityFacts, explainConnectivity } from './connectivity.js'

const received: ConnectivityFacts = {
  enabled: true,
  connection_mode: 'gateway',
  gateway_id: '019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d',
  observed_status: 'online',
  status_cause: null,
  type: 'onvif',
  gateway: { status: 'online' },
  where: '10.0.0.5:80',
}

test('a camera that is received has no cause and no remedy', () => {
  expect(explainConnectivity(received)).toMatchObject({ ok: true, cause: null, remedy: null })
})

describe('the nearest cause', () => {
  test.each<[string, Partial<ConnectivityFacts>]>([
    ['disabled', { enabled: false, gateway: null }],
    ['unpaired', { gateway_id: null, gateway: null, observed_status: 'connecting' }],
    ['gateway_disabled', { gateway: { status: 'disabled' }, observed_status: 'offline' }],
    // The last that was heard of the camera is older than the silence of its gateway.
    ['gateway_offline', { gateway: { status: 'offline' }, status_cause: 'auth' }],
    ['gateway_offline', { gateway: { status: 'registered' } }],
    ['waiting', { observed_status: 'connecting' }],
    ['unknown', { observed_status: 'offline' }],
    ['timeout', { observed_status: 'stalled', status_cause: 'timeout' }],
    ['relay_offline', { connection_mode: 'direct', gateway: null, observed_status: 'offline' }],
    [
      'refused',
      { connection_mode: 'direct', gateway: null, observed_status: 'offline', status_cause: 'refused' },
    ],
  ])('%s', (cause, change) => {
    const said = explainConnectivity({ ...received, ...change })
    expect(said).toMatchObject({ ok: false, cause })
    expect(said.message.length).toBeGreaterThan(10)
    expect(said.remedy?.length).toBeGreaterThan(10)
  })

  test('a camera in direct mode needs no gateway', () => {
    expect(explainConnectivity({ ...received, connection_mode: 'direct', gateway: null }).ok).toBe(true)
  })
})

test.each(CameraFault.options)('%s has words, in those of the type of the camera', (fault) => {
  const facts = { ...received, observed_status: 'offline' as const, status_cause: fault }
  const { message, remedy } = explainConnectivity(facts)
  expect(message).toContain('10.0.0.5:80')
  expect(`${message} ${remedy}`).not.toContain('rtsp_')
})
