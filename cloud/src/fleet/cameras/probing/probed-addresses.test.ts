import { expect, it } from 'vitest'
import { probedAddresses } from './probed-addresses.js'

const ofRtsp = (main: string, sub: string | null = null) =>
  probedAddresses({ type: 'rtsp', rtsp_url: main, rtsp_sub_url: sub, credentials: null })
const ofOnvif = (host: string, channel?: string) =>
  probedAddresses({
    type: 'onvif',
    host,
    port: 80,
    ...(channel !== undefined && { channel }),
    credentials: null,
  })

it('is one host, however it is written, at whichever port and whichever stream or channel it is', () => {
  const recorder = ['nvr.lan']
  expect(ofRtsp('rtsp://NVR.lan/1', 'rtsp://nvr.lan:554/2')).toEqual(recorder)
  expect(ofRtsp('rtsp://nvr.lan./3')).toEqual(recorder)
  expect(ofRtsp('rtsp://nvr.lan:8554/4', 'rtsp://nvr.lan:554/4')).toEqual(recorder)
  expect(ofOnvif('nvr.LAN', 'profile_1')).toEqual(recorder)
  expect(ofOnvif('nvr.lan', 'profile_2')).toEqual(recorder)
  expect(ofRtsp('rtsp://[FD00:0:0:0::5]:554/1')).toEqual(ofOnvif('fd00::5'))
  expect(ofOnvif('fe80::1%eth0')).toEqual(['fe80::1%eth0'])
})

it('is another one at each port of the machine itself, behind which there may be another camera', () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(ofRtsp(`rtsp://${host}:8551/1`)).not.toEqual(ofRtsp(`rtsp://${host}:8552/1`))
})

it('is that of the sub stream besides, where it is another one', () => {
  expect(ofRtsp('rtsp://10.0.0.5/1', 'rtsp://10.0.0.6/2')).toEqual(['10.0.0.5', '10.0.0.6'])
})
