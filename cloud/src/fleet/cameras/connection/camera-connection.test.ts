import { expect, it } from 'vitest'
import { type Connection, changesConnection, hostAndPort, readConnection } from './camera-connection.js'

const before: Connection = {
  type: 'rtsp',
  url: 'rtsp://cam/main',
  subUrl: 'rtsp://cam/sub',
  host: 'cam',
  port: 554,
  credentials: { username: 'viewer', password: 'old' },
}

function connectionOf(...given: Parameters<typeof readConnection>): Connection {
  const reading = readConnection(...given)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.connection
}

it('moves userinfo to the credentials; fields of their own win', () => {
  expect(connectionOf('rtsp', { rtsp_url: 'rtsp://a:b@cam/x' }, null)).toEqual({
    type: 'rtsp',
    url: 'rtsp://cam/x',
    subUrl: null,
    host: 'cam',
    port: 554,
    credentials: { username: 'a', password: 'b' },
  })
  const both = connectionOf('rtsp', { rtsp_url: 'rtsp://a:b@cam/x', rtsp_password: 'c' }, null)
  expect(both.credentials).toEqual({ username: 'a', password: 'c' })
})

it('has no credentials where none are given, or both are emptied', () => {
  expect(connectionOf('rtsp', { rtsp_url: 'rtsp://cam/x' }, null).credentials).toBe(null)
  expect(connectionOf('rtsp', { rtsp_username: '', rtsp_password: '' }, before).credentials).toBe(null)
})

it('keeps what a change does not name', () => {
  expect(connectionOf('rtsp', {}, before)).toEqual(before)
  expect(connectionOf('rtsp', { rtsp_password: 'new' }, before)).toEqual({
    ...before,
    credentials: { username: 'viewer', password: 'new' },
  })
  expect(connectionOf('rtsp', { rtsp_sub_url: null }, before)).toEqual({ ...before, subUrl: null })
  const moved = connectionOf('rtsp', { rtsp_url: 'rtsp://n:m@other:8554/y' }, before)
  expect(moved).toMatchObject({ host: 'other', port: 8554, credentials: { username: 'n', password: 'm' } })
})

it('reads a host for onvif', () => {
  const fields = { onvif_username: 'admin', onvif_password: 'x' }
  expect(connectionOf('onvif', { ...fields, host: ' 192.168.1.9 ' }, null)).toEqual({
    type: 'onvif',
    host: '192.168.1.9',
    port: 80,
    channel: null,
    credentials: { username: 'admin', password: 'x' },
  })
  expect(connectionOf('onvif', { ...fields, host: '[FD00::9]', port: 8000 }, null)).toMatchObject({
    host: 'fd00::9',
    port: 8000,
  })
})

it.each(['http://cam', 'cam/onvif', 'user@cam', '-cam', 'cam:80', ''])('refuses the host %j', (host) => {
  expect(readConnection('onvif', { host }, null)).toEqual({
    ok: false,
    field: 'host',
    problem: expect.stringMatching(/host name/),
  })
})

it('names the field that is wrong', () => {
  expect(readConnection('rtsp', { rtsp_url: 'http://x' }, null)).toMatchObject({
    field: 'rtsp_url',
    problem: expect.stringMatching(/./),
  })
  expect(readConnection('rtsp', { rtsp_url: 'rtsp://x', rtsp_sub_url: 'x' }, null)).toMatchObject({
    field: 'rtsp_sub_url',
    problem: expect.stringMatching(/./),
  })
})

it('sees only the fields of the type as a change of the connection', () => {
  expect(changesConnection({ onvif_password: 'x' }, 'rtsp')).toBe(false)
  expect(changesConnection({ rtsp_sub_url: null }, 'rtsp')).toBe(true)
  expect(changesConnection({ port: 81 }, 'onvif')).toBe(true)
})

it('shows where a camera is', () => {
  expect(hostAndPort({ host: 'fd00::9', port: 80 })).toBe('[fd00::9]:80')
  expect(hostAndPort({ host: 'cam', port: 554 })).toBe('cam:554')
})
