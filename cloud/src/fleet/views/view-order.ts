/**
 * An order with one thing at a place in it; the others keep theirs among each other.
 * @param position from 0; beyond the end, and null, is the end
 */
export function placedAt(order: readonly string[], id: string, position: number | null): string[] {
  const others = order.filter((one) => one !== id)
  const at = Math.min(position ?? others.length, others.length)
  return [...others.slice(0, at), id, ...others.slice(at)]
}
