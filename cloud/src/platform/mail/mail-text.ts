/** Characters of a subject that are kept. */
const longestSubject = 200

/**
 * A subject of one line: text of people and cameras may hold anything, and a line break would begin another header.
 */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line
}

/** The most that an address can be (RFC 5321, 4.5.3.1.3: a path of 256 with its brackets). */
const longestAddress = 254

/**
 * True for one plain mailbox, `name@host`: no list, no name beside it, no quotes, no source route. Whatever else is
 * given as an address is not written to.
 */
export function isMailbox(address: string): boolean {
  return (
    address.length <= longestAddress &&
    /^[^\s<>()[\]\\,;:"@\p{Cc}\p{Cf}]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}\p{Cf}]+$/u.test(address)
  )
}
