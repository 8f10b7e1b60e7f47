/**
 * `text` with the character at `at` changed into another one: a forgery that is always one. A fixed letter in its place is
 * the right one now and then. A last character of base64url is no place for it: some of its bits may stand for nothing.
 *
 * @param at from 0; negative from the end
 * @throws RangeError where there is no character
 */
export function otherLetter(text: string, at = 0): string {
  const place = at < 0 ? text.length + at : at
  const before = text[place]
  if (before === undefined) throw new RangeError(`there is no character ${at} in ${text.length}`)
  return `${text.slice(0, place)}${before === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`
}
