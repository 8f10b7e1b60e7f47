import { expect, it } from 'vitest'
import { connectionOf, isWhole } from './connection.js'

it('sends what was typed, and leaves out what was not', () => {
  expect(connectionOf({ rtsp_url: ' rtsp://10.0.0.2/1 ', rtsp_password: '', host: 'x' }, 'rtsp')).toEqual({
    rtsp_url: 'rtsp://10.0.0.2/1',
  })
  expect(connectionOf({ host: '10.0.0.2', port: '8080' }, 'onvif')).toEqual({ host: '10.0.0.2', port: 8080 })
})

it('takes a password as it was typed, blanks and all', () => {
  expect(connectionOf({ onvif_password: ' a b ' }, 'onvif')).toEqual({ onvif_password: ' a b ' })
})

it('a camera can be tried with the whole of its address and account', () => {
  expect(isWhole({ rtsp_url: 'rtsp://10.0.0.2/1' }, 'rtsp')).toBe(true)
  expect(isWhole({ rtsp_password: 'x' }, 'rtsp')).toBe(false)
  expect(isWhole({ host: '10.0.0.2' }, 'onvif')).toBe(false)
  expect(isWhole({ host: '10.0.0.2', onvif_username: 'a', onvif_password: 'b' }, 'onvif')).toBe(true)
})
