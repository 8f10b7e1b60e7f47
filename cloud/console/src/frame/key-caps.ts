const marks: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  enter: 'Enter',
  ' ': 'Space',
}

/** The caps of a key as a keyboard has them: `Ctrl+k` as Ctrl and K, `g l` as G and L. */
export const capsOf = (name: string): readonly string[] =>
  name === ' ' || name === '+' ? [capOf(name)] : name.split(/[ +]/).map(capOf)

const capOf = (key: string): string => marks[key] ?? (key.length === 1 ? key.toUpperCase() : key)
