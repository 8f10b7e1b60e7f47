import { expect, test } from 'vitest'
import { isExempt } from './no-proxy.js'

test.each([
  ['https://cloud.example.com', '*'],
  ['https://cloud.example.com', 'other.net, cloud.example.com'],
  ['https://cloud.example.com', 'example.com'],
  ['https://cloud.example.com', '.example.com'],
  ['https://cloud.example.com', '*.example.com'],
  ['https://Cloud.Example.com.', 'EXAMPLE.com'],
  ['https://cloud.example.com', 'cloud.example.com:443'],
  ['https://cloud.example.com:8443', '.example.com:8443'],
  ['https://10.1.2.3', '10.0.0.0/8'],
  ['https://10.1.2.3:8443', '10.1.2.3'],
  ['https://10.1.2.3:8443', '10.1.2.3:8443'],
  ['https://[fd00::5]', 'fd00::/8'],
  ['https://[fd00::5]:8443', '[fd00::5]:8443'],
  ['https://[fd00::5]', 'fd00::5'],
])('%s is reached without the proxy by NO_PROXY=%s', (url, text) => {
  expect(isExempt(url, text.split(/[\s,]+/))).toBe(true)
})

test.each([
  ['https://cloud.example.com', ''],
  ['https://cloud.example.com', 'ample.com'],
  ['https://cloud.example.com', 'cloud.example.com:8443'],
  ['https://cloud.example.com', '10.0.0.0/8'],
  ['https://11.1.2.3', '10.0.0.0/8'],
  ['https://10.1.2.3', '3'],
  ['https://10.1.2.3', '10.0.0.0/99'],
  ['https://[fd00::5]:8443', '[fd00::5]:443'],
])('%s is reached through the proxy for all that NO_PROXY=%s says', (url, text) => {
  expect(isExempt(url, text.split(/[\s,]+/))).toBe(false)
})
