import { describe, expect, it } from 'vitest'
import { mayScan } from './may-scan.js'

const now = Date.parse('2026-03-14T12:00:00Z')
const inHours = (hours: number) => new Date(now + hours * 3_600_000)
const gateway = { commissioning_until: inHours(2), paired_at: inHours(-22), scans_until: null }

describe('who may have a network looked at', () => {
  it('is an admin, whatever the window', () => {
    expect(mayScan('admin', { ...gateway, commissioning_until: null, paired_at: null }, now)).toBe(true)
  })

  it('is an operator in the first day after pairing, while the window is open', () => {
    expect(mayScan('operator', gateway, now)).toBe(true)
    expect(mayScan('operator', { ...gateway, commissioning_until: inHours(0) }, now)).toBe(false)
    expect(mayScan('operator', { ...gateway, commissioning_until: null }, now)).toBe(false)
  })

  it('is an operator later only for as long as an admin said', () => {
    const later = { ...gateway, paired_at: inHours(-25) }
    expect(mayScan('operator', later, now)).toBe(false)
    expect(mayScan('operator', { ...later, scans_until: inHours(1) }, now)).toBe(true)
    expect(mayScan('operator', { ...later, scans_until: inHours(-1) }, now)).toBe(false)
  })

  it('is no viewer', () => {
    expect(mayScan('viewer', gateway, now)).toBe(false)
  })
})
