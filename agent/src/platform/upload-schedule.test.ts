import { describe, expect, test } from 'vitest'
import { limitAt, minuteOfDay, parseUploadSchedule } from './upload-schedule.js'

const at = (text: string, otherwise: number | null, time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return limitAt(parseUploadSchedule(text, otherwise), hour * 60 + minute)
}

describe('a schedule of uploads', () => {
  const cases: [string, string, number | null][] = [
    ['08:00-18:00=2,*=20', '07:59', 20_000_000],
    ['08:00-18:00=2,*=20', '08:00', 2_000_000],
    ['08:00-18:00=2,*=20', '17:59', 2_000_000],
    ['08:00-18:00=2,*=20', '18:00', 20_000_000],
    ['22:00-06:00=max, *=1.5', '23:30', null],
    ['22:00-06:00=max, *=1.5', '05:59', null],
    ['22:00-06:00=max, *=1.5', '12:00', 1_500_000],
    ['08:00-18:00=off', '12:00', 0],
    ['08:00-18:00=off', '20:00', 8_000_000],
    ['12:00-13:00=5,08:00-18:00=2', '12:30', 5_000_000],
    ['12:00-13:00=5,08:00-18:00=2', '13:00', 2_000_000],
    ['18:00-24:00=4', '23:59', 4_000_000],
  ]
  test.each(cases)('%s at %s', (text, time, limit) => {
    expect(at(text, 8_000_000, time)).toBe(limit)
  })

  const wrong: [string, string][] = [
    ['8-18=2', '"8-18=2" is no entry of a schedule such as 08:00-18:00=2,*=20'],
    ['', '"" is no entry'],
    ['25:00-26:00=2', '"25:00-26:00=2" holds a time of day that there is not'],
    ['08:60-09:00=2', 'holds a time of day that there is not'],
    ['08:00-08:00=2', '"08:00-08:00=2" ends when it begins'],
    ['08:00-18:00=0', '"08:00-18:00=0" must be 0.1 to 100000 Mbit/s, or off, or max'],
    ['08:00-18:00=2;*=20', 'is no entry'],
  ]
  test.each(wrong)('"%s" is refused with what is wrong', (text, message) => {
    expect(() => parseUploadSchedule(text, null)).toThrow(message)
  })

  test('goes by the time of day at the place of the machine', () => {
    const noon = new Date(2026, 5, 1, 12, 34)
    expect(minuteOfDay(noon.getTime())).toBe(12 * 60 + 34)
  })
})
