import { expect, it } from 'vitest'
import { hintOfMake } from './hint-of-make.js'

it('says where the setting of a known make is, for the faults that it mends', () => {
  expect(hintOfMake('AXIS Communications', 'auth', 'onvif')?.code).toBe('axis_onvif_account')
  expect(hintOfMake('AXIS Communications', 'auth', 'rtsp')).toBeNull()
  expect(hintOfMake('TP-Link', 'auth', 'rtsp')?.code).toBe('tapo_camera_account')
  expect(hintOfMake('HIKVISION', 'codec', 'rtsp')?.message).toContain('Video Encoding')
  expect(hintOfMake('HIKVISION', 'dns', 'onvif')).toBeNull()
  expect(hintOfMake('Maxis', 'auth', 'onvif')).toBeNull()
  expect(hintOfMake(null, 'auth', 'onvif')).toBeNull()
})
