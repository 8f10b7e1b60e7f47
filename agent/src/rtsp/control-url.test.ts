import { expect, test } from 'vitest'
import { baseUrl, controlUrl } from './control-url.js'

const asked = 'rtsp://10.0.0.9/cam?channel=1&subtype=0'

test.each([
  [null, asked],
  ['rtsp://10.0.0.9/cam/', 'rtsp://10.0.0.9/cam/'],
  ['rtsp://192.168.1.2:8554/cam/', 'rtsp://192.168.1.2:8554/cam/'],
  ['rtsp://admin:secret@10.0.0.9/cam/', 'rtsp://10.0.0.9/cam/'],
  ['10.0.0.9/cam/', asked],
  ['rtsp://rtsp://10.0.0.9/cam/', asked],
  ['/cam/', asked],
  ['rtsp://10.0.0.9/a b', asked],
  ['', asked],
])('base %s', (said, expected) => {
  const headers = new Map(said === null ? [] : [['content-base', [said]]])
  expect(baseUrl(headers, asked)).toBe(expected)
})

test.each([
  ['rtsp://h/cam/', 'trackID=1', 'rtsp://h/cam/trackID=1'],
  ['rtsp://h/cam', 'trackID=1', 'rtsp://h/cam/trackID=1'],
  ['rtsp://h/cam/', '/trackID=1', 'rtsp://h/cam/trackID=1'],
  [asked, 'trackID=0', `${asked}/trackID=0`],
  ['rtsp://h/cam', '?ctype=video', 'rtsp://h/cam?ctype=video'],
  ['rtsp://h/cam', 'rtsp://h/cam/track1', 'rtsp://h/cam/track1'],
  ['rtsp://h/cam', 'rtsp://u:p@h/cam/track1', 'rtsp://h/cam/track1'],
  ['rtsp://h/cam', '*', 'rtsp://h/cam'],
  ['rtsp://h/cam', null, 'rtsp://h/cam'],
  ['rtsp://h/cam', 'x RTSP/1.0\r\nX: y', 'rtsp://h/cam'],
])('control of %s: %s', (base, control, expected) => {
  expect(controlUrl(base, control)).toBe(expected)
})
