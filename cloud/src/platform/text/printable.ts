/**
 * A text as it may be shown, and sent to a model: its line breaks as `\n`, its signs in one form each (NFC), without those
 * that are not seen and act on whoever shows them, such as control characters and marks of direction. Tabs stay.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
}
