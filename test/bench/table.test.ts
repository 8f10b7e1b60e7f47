import { expect, test } from 'vitest'
import { summaryOf } from './measure/statistics.js'
import { figure, tableOf, withSpread } from './table.js'

test('columns are as wide as their widest cell; problems do not widen them', () => {
  const finding = {
    metric: 'connect',
    product: '38 ms',
    reference: '1,242 ms',
    ratio: '0.03',
    goal: 'at most 0.08',
    holds: true,
  }
  const lines = tableOf([
    { row: 5, finding },
    { row: 7, finding: { ...finding, metric: 'list', holds: false } },
    { row: 2, metric: 'CPU', problem: 'SKIPPED: there is no ffmpeg anywhere on this machine' },
  ]).split('\n')
  expect(lines).toEqual([
    '#  metric   product  reference  ratio  goal          holds',
    '-  -------  -------  ---------  -----  ------------  -----',
    '5  connect  38 ms    1,242 ms   0.03   at most 0.08  yes',
    '7  list     38 ms    1,242 ms   0.03   at most 0.08  NO',
    '2  CPU      SKIPPED: there is no ffmpeg anywhere on this machine',
  ])
})

test('figures keep three digits', () => {
  expect([0, 0.034512, 1.2345, 38.21, 1242.4, 18_612.3].map(figure)).toEqual([
    '0',
    '0.0345',
    '1.23',
    '38.2',
    '1,242',
    '18,612',
  ])
})

test('a spread is half of the whole width', () => {
  expect(withSpread(summaryOf([9, 10, 12]), 'ms')).toBe('10.0 ms ±15 %')
})
