/** `major.minor.patch`, with what may follow (semver.org, 2.0.0); a leading `v` is taken as people write it. */
const form = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

/** True for a version that `isNewerVersion` can compare. */
export function isVersion(text: string): boolean {
  return form.test(text)
}

/** Whether `version` comes after `other` by semver's precedence; false if one of them is no version. */
export function isNewerVersion(version: string, other: string): boolean {
  const [a, b] = [form.exec(version), form.exec(other)]
  if (!a || !b) return false
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part])
    if (difference !== 0) return difference > 0
  }
  return comparePreReleases(a[4] ?? null, b[4] ?? null) > 0
}

/** A release comes after what was released before it; identifiers are compared from left to right. */
function comparePreReleases(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  const [left, right] = [a.split('.'), b.split('.')]
  for (const [index, one] of left.entries()) {
    const two = right[index]
    if (two === undefined) return 1
    const difference = compareIdentifiers(one, two)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Numbers come before words; numbers by value, words by their letters. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumberA && isNumberB) return Number(a) - Number(b)
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1
  return a === b ? 0 : a > b ? 1 : -1
}
