import { describe, expect, test } from 'vitest'
import { CameraCreate, TriggerRequest } from './camera.js'

const site_id = '019a8f2e-0000-7000-8000-000000000001'
const gateway_id = '019a8f2e-0000-7000-8000-000000000002'
const rtsp = { site_id, gateway_id, name: 'Gate', type: 'rtsp', rtsp_url: 'rtsp://192.168.10.31/1' }
const onvif = {
  site_id,
  gateway_id,
  name: 'Yard',
  type: 'onvif',
  host: '192.168.10.32',
  onvif_username: 'admin',
  onvif_password: '',
}

function without(body: object, key: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key))
}

describe('creating a camera', () => {
  test('the least of each type is enough, and the mode is gateway', () => {
    expect(CameraCreate.parse(rtsp)).toEqual({ ...rtsp, connection_mode: 'gateway' })
    expect(CameraCreate.parse(onvif)).toEqual({ ...onvif, connection_mode: 'gateway' })
  })

  test.each([
    [rtsp, 'rtsp_url'],
    [rtsp, 'gateway_id'],
    [onvif, 'gateway_id'],
    [onvif, 'host'],
    [onvif, 'onvif_username'],
    [onvif, 'onvif_password'],
  ])('%o needs %s', (body, field) => {
    const issues = CameraCreate.safeParse(without(body, field)).error?.issues
    expect(issues).toHaveLength(1)
    expect(issues?.[0]).toMatchObject({
      path: [field],
      message: expect.stringContaining(`${field} is required`),
    })
  })

  test('directly connected needs no gateway', () => {
    const direct = { ...without(rtsp, 'gateway_id'), connection_mode: 'direct' }
    expect(CameraCreate.safeParse(direct).success).toBe(true)
    expect(CameraCreate.safeParse({ ...direct, gateway_id: null }).success).toBe(true)
    expect(CameraCreate.safeParse({ ...rtsp, gateway_id: null }).error?.issues).toHaveLength(1)
  })

  test('all that is missing is said at once', () => {
    const issues = CameraCreate.safeParse({ site_id, name: 'Yard', type: 'onvif' }).error?.issues
    expect(issues?.map(({ path }) => path[0])).toEqual([
      'gateway_id',
      'host',
      'onvif_username',
      'onvif_password',
    ])
  })

  test.each([
    ['a name of blanks', { name: '   ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['another type', { type: 'usb' }],
    ['a recording of 4 s', { recording_duration_sec: 4 }],
    ['a pre-roll of 11 s', { pre_event_buffer_sec: 11 }],
    ['a port of 0', { port: 0 }],
    [
      'a zone outside the picture',
      {
        motion_zones_json: [
          {
            name: 'z',
            kind: 'include',
            points: [
              [0, 0],
              [1, 0],
              [2, 1],
            ],
          },
        ],
      },
    ],
  ])('%s is refused', (_what, change) => {
    expect(CameraCreate.safeParse({ ...rtsp, ...change }).success).toBe(false)
  })
})

describe('manual trigger', () => {
  test.each([
    [undefined, { duration_sec: 15 }],
    [{}, { duration_sec: 15 }],
    [
      { note: 'gate', volume: 3 },
      { duration_sec: 15, note: 'gate' },
    ],
  ])('%j asks for %j', (body, request) => {
    expect(TriggerRequest.parse(body)).toEqual(request)
  })

  test.each([{ duration_sec: 4 }, { duration_sec: 61 }, { duration_sec: 5.5 }, { note: 'x'.repeat(501) }])(
    '%j is refused',
    (body) => {
      expect(TriggerRequest.safeParse(body).success).toBe(false)
    },
  )
})
