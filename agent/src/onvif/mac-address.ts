/** A MAC address in its one form `aa:bb:cc:dd:ee:ff`, or null for text that is none, or means nothing. */
export function readMac(raw: string): string | null {
  const digits = raw.replace(/[\s:.-]/g, '').toLowerCase()
  if (!/^[0-9a-f]{12}$/.test(digits) || /^(0{12}|f{12})$/.test(digits)) return null
  return digits.match(/../g)?.join(':') ?? null
}
