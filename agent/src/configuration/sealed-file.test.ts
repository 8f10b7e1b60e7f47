import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../platform/random.js'
import { seal, unseal } from './sealed-file.js'

const key = randomBytes(32)
const text = 'rtsp://10.0.0.7/canary – Tür, 門'

describe('a sealed file', () => {
  it.each([text, '', 'x'.repeat(1_000_000)])('gives back what was sealed', (each) => {
    expect(unseal(seal(each, key, systemRandom), key)).toBe(each)
  })

  it('shows nothing of it, and is another one each time', () => {
    const [one, other] = [seal(text, key, systemRandom), seal(text, key, systemRandom)]
    expect(one.toString('latin1')).not.toContain('canary')
    expect(one.equals(other)).toBe(false)
  })

  it('is not opened by another key', () => {
    expect(() => unseal(seal(text, key, systemRandom), randomBytes(32))).toThrow()
  })

  it('is not opened with any bit changed, nor cut anywhere', () => {
    const sealed = seal('{}', key, systemRandom)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => unseal(changed, key), `byte ${at} changed`).toThrow()
      expect(() => unseal(sealed.subarray(0, at), key), `cut at ${at}`).toThrow()
    }
  })
})
