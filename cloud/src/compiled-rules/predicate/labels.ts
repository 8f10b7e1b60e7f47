/**
 * What things are called. Models and cameras name the same thing differently, and a rule may name it more broadly than
 * they do. docs/analysis.md shows this table.
 */

/** Each label with other words for it. What is not here is called as it is, in the singular. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  person: [
    'people',
    'human',
    'human being',
    'pedestrian',
    'someone',
    'somebody',
    'anyone',
    'anybody',
    'individual',
  ],
  man: ['men', 'male', 'gentleman'],
  woman: ['women', 'female', 'lady', 'ladies'],
  child: ['children', 'kid', 'toddler', 'infant'],
  baby: ['babies'],
  courier: ['delivery person', 'delivery man', 'delivery driver', 'postman', 'mailman'],
  intruder: ['burglar', 'thief', 'thieves', 'trespasser', 'prowler'],
  car: ['automobile', 'sedan'],
  truck: ['lorry', 'lorries', 'pickup', 'pickup truck'],
  motorcycle: ['motorbike', 'moped', 'motor scooter'],
  bicycle: ['bike', 'push bike', 'pushbike'],
  bus: ['buses', 'coach'],
  boat: ['ship', 'vessel'],
  'license plate': ['licence plate', 'number plate', 'numberplate'],
  backpack: ['rucksack', 'knapsack'],
  handbag: ['purse'],
  suitcase: ['luggage', 'trolley case'],
  package: ['parcel', 'box', 'boxes', 'delivery box'],
  weapon: ['firearm'],
  gun: ['pistol', 'handgun', 'rifle', 'shotgun'],
  knife: ['knives'],
  dog: ['puppy', 'puppies'],
  cat: ['kitten'],
  animal: ['wildlife', 'creature'],
  wolf: ['wolves'],
  fire: ['flame', 'blaze'],
}

/** Each label with the narrower ones that it covers: who asks for the broader means these too. */
const narrower: Readonly<Record<string, readonly string[]>> = {
  person: [
    'man',
    'woman',
    'child',
    'adult',
    'worker',
    'guard',
    'police officer',
    'courier',
    'intruder',
    'cyclist',
  ],
  child: ['boy', 'girl', 'baby'],
  vehicle: [
    'car',
    'van',
    'truck',
    'bus',
    'motorcycle',
    'bicycle',
    'train',
    'boat',
    'tractor',
    'forklift',
    'taxi',
  ],
  bag: ['backpack', 'handbag', 'suitcase'],
  weapon: ['gun', 'knife'],
  animal: ['dog', 'cat', 'bird', 'horse', 'cow', 'sheep', 'fox', 'deer', 'bear', 'wolf', 'raccoon', 'rabbit'],
}

const labelOfWord = new Map(
  Object.entries(otherWords).flatMap(([label, words]) => words.map((word) => [word, label] as const)),
)

const broaderOfLabel = new Map(
  Object.entries(narrower).flatMap(([label, words]) => words.map((word) => [word, label] as const)),
)

/** Labels that have words or a place in the table, or stand in the list of object categories of the interface. */
export const knownLabels: ReadonlySet<string> = new Set([
  ...Object.keys(otherWords),
  ...Object.keys(narrower),
  ...broaderOfLabel.keys(),
  'face',
  'tool',
  'ladder',
  'smoke',
])

/** The table as it is, for the page that shows it. */
export const labelTable = { otherWords, narrower } as const

/** Text as it is compared: lower case, one blank between words, `_` and `-` as blanks. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

/** The label that a word means: `People` and `pedestrians` are `person`, `drones` is `drone`. */
export function labelOf(word: string): string {
  const plain = plainText(word)
  const forms = [plain, ...singulars(plain)]
  for (const form of forms) {
    const label = labelOfWord.get(form)
    if (label !== undefined) return label
    if (knownLabels.has(form)) return form
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
 * are not in the table the last says what it is.
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
  if (knownLabels.has(label)) return undefined
  const blank = label.lastIndexOf(' ')
  if (blank < 0) return undefined
  const head = labelOf(label.slice(blank + 1))
  return knownLabels.has(head) ? head : undefined
}
