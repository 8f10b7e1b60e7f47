import { expect, test } from 'vitest'
import { findChannel } from './find-channel.js'

const channels = ['0', '1', 'tele'].map((token) => ({
  token,
  name: token,
  aliases: [`vsc-${token}`, `p-${token}`],
}))

test.each([
  ['tele', 'tele'],
  ['vsc-1', '1'],
  ['p-0', '0'],
  ['1', '1'],
  ['2', '1'],
  ['3', 'tele'],
  ['4', undefined],
  ['0', '0'],
  ['-1', undefined],
  ['', undefined],
])('%j is the channel %j', (wanted, token) => {
  expect(findChannel(channels, wanted)?.token).toBe(token)
})
