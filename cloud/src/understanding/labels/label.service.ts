import { objectCategories } from '@sightline/protocol'
import { alone, graveLabels, narrower, otherWords, seenTogether } from './vocabulary.js'

export { rolesOfPersons } from './vocabulary.js'

/** The table as it is, for the page and the questions that show it. */
export const labelTable = { otherWords, narrower } as const

const labelOfWord = new Map(
  Object.entries(otherWords).flatMap(([label, words]) => words.map((word) => [word, label] as const)),
)

const broaderOfLabel = new Map(
  Object.entries(narrower).flatMap(([label, words]) => words.map((word) => [word, label] as const)),
)

/** Every label of the vocabulary. */
export const knownLabels: ReadonlySet<string> = new Set([
  ...Object.keys(otherWords),
  ...Object.keys(narrower),
  ...broaderOfLabel.keys(),
  ...alone,
])

/** Every word of the vocabulary with its label; a label is a word of itself. */
export const knownWords: ReadonlyMap<string, string> = new Map([
  ...[...knownLabels].map((label) => [label, label] as const),
  ...labelOfWord,
])

/** Signs of a word or a tag that are kept and compared; what a model says is cut to as many. */
export const wordLength = 40

/** Most words are; the rest is some twenty times slower. */
const alreadyPlain = /^[a-z0-9]+(?: [a-z0-9]+)*$/

/**
 * A word or a tag as it is compared: lower case, letters and digits alone with one blank between words, cut to what is
 * kept of a model's words. Empty if it has neither letters nor digits.
 */
export function plainText(text: string): string {
  if (text.length <= wordLength && alreadyPlain.test(text)) return text
  const letters = text
    .slice(0, 1_000)
    .normalize('NFKC')
    // Both ways, for signs that have several forms of one case: `ς` and `σ`, `ß` and `ẞ`.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return letters.length <= wordLength ? letters : Array.from(letters).slice(0, wordLength).join('').trim()
}

/** The label that a word means: `People` and `pedestrians` are `person`, `drones` is `drone`. */
export function labelOf(word: string): string {
  const plain = plainText(word)
  const forms = [plain, ...singulars(plain)]
  for (const form of forms) {
    const label = knownWords.get(form)
    if (label !== undefined) return label
  }
  return forms[1] ?? plain
}

/** What a plural may be the plural of, the likeliest first; empty for what is none. */
function singulars(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return []
  const cut = word.slice(0, -1)
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, cut]
  return /(?:ch|sh|x|ss)es$/.test(word) ? [word.slice(0, -2), cut] : [cut]
}

/**
 * The labels that cover a label, the nearest first: `red car` is covered by `car` and `vehicle`. Of several words that
 * are not in the table the last says what it is, unless the first says that there was none.
 */
export function broaderThan(label: string): string[] {
  const found: string[] = []
  let at: string | undefined = label
  while (at !== undefined && found.length < 8) {
    at = broaderOfLabel.get(at) ?? headOf(at)
    if (at !== undefined) found.push(at)
  }
  return found
}

function headOf(label: string): string | undefined {
  if (knownLabels.has(label) || /^(?:no|not|without|zero) /.test(label)) return undefined
  const blank = label.lastIndexOf(' ')
  if (blank < 0) return undefined
  const head = labelOf(label.slice(blank + 1))
  return knownLabels.has(head) ? head : undefined
}

/** The labels under which a word is found: its own and those that cover it, the narrowest first. */
export function labelsOf(word: string): string[] {
  const label = labelOf(word)
  return [label, ...broaderThan(label)]
}

/** True if who asks for the label `asked` means the label `seen` too. */
export function covers(asked: string, seen: string): boolean {
  return asked === seen || broaderThan(seen).includes(asked)
}

/** What a camera that reports a label has seen as well: with a face a person. A model lists both by itself. */
export function seenWith(label: string): readonly string[] {
  return Object.hasOwn(seenTogether, label) ? (seenTogether[label] ?? []) : []
}

const categories = new Set<string>(objectCategories.map(({ id }) => id))

/** A label as it is stored and shown: the id of the object category of that name if there is one. */
export function storedLabel(word: string): string {
  const label = labelOf(word)
  const id = label.replaceAll(' ', '_')
  return categories.has(id) ? id : label
}

/**
 * True if a tag of an event is the one that somebody asks for, or names a thing that it covers: who asks for `vehicle`
 * means `car`, and by `kids` the `child`.
 */
export function tagCovers(asked: string, tag: string): boolean {
  const plain = plainText(asked)
  return plain !== '' && (plainText(tag) === plain || covers(labelOf(asked), labelOf(tag)))
}

/**
 * Every tag by which an event may say that something was seen which who asks for `asked` means. What a model saw stands among
 * the tags of its event with all that covers it, so that heads of several words (a red car) need not be looked for.
 */
export function tagsOfLabel(asked: string): string[] {
  const label = labelOf(asked)
  const words = [...knownWords].flatMap(([word, of]) => (covers(label, of) ? [word] : []))
  const forms = [plainText(asked), label, ...words].flatMap((word) => [word, ...pluralsOf(word)])
  // What is irregular in the plural has no other one.
  const tags = new Set(forms.filter((word) => tagCovers(asked, word)))
  return [...tags]
    .flatMap((word) => (word.includes(' ') ? [word, word.replaceAll(' ', '_')] : [word]))
    .toSorted()
}

/** What `singulars` finds the word in. */
function pluralsOf(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  return [/(?:ch|sh|x|ss)$/.test(word) ? `${word}es` : `${word}s`]
}

const grave = new Set(graveLabels)

/** True if a tag, or a word of it, names what a guard is there for. */
export function isGrave(tag: string): boolean {
  return [tag, ...plainText(tag).split(' ')].some((word) => labelsOf(word).some((label) => grave.has(label)))
}
