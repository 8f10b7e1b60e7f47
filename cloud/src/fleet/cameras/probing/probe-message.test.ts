import { CameraFault } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { noKeyframeMessage, probeMessage } from './probe-message.js'

it.each(CameraFault.options)('names the cause and the remedy of %s', (fault) => {
  const message = probeMessage(fault, 'rtsp', '192.168.1.20:554')
  expect(message).toMatch(new RegExp(`^the camera at 192\\.168\\.1\\.20:554 .* \\(${fault}\\): .{20,}`))
})

it('names the fields of the type', () => {
  expect(probeMessage('auth', 'rtsp', 'cam')).toContain('rtsp_username and rtsp_password')
  expect(probeMessage('auth', 'onvif', 'cam')).toContain('onvif_username and onvif_password')
})

it('says of a camera that sends pictures what is missing, and where that is set', () => {
  const message = noKeyframeMessage('cam:554', 17)
  expect(message).toMatch(/sends pictures, but no keyframe within 17 s .*keyframe interval/)
})
