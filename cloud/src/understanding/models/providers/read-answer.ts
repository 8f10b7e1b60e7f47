import type { z } from 'zod'

/** What the text of an answer holds; `wrong`: what to answer the model about it. */
type ReadAnswer<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'wrong'; readonly wrong: string }

/** How many faults are sent to the model, at most. */
const mostFaults = 20

/**
 * Reads the JSON of an answer and checks it. Words around it, a code fence and what a model thought aloud are passed
 * over. What is said of a fault names paths and kinds, and quotes nothing of the answer.
 */
export function readAnswer<T>(text: string, answer: z.ZodType<T>): ReadAnswer<T> {
  for (const candidate of candidatesOf(text)) {
    const json = parsed(candidate)
    if (json === undefined) continue
    const checked = answer.safeParse(json.value)
    return checked.success
      ? { kind: 'value', value: checked.data }
      : { kind: 'wrong', wrong: faultsOf(checked.error) }
  }
  return { kind: 'wrong', wrong: '- the answer is not one JSON object' }
}

/** The last of the fenced parts are tried; a whole answer of fences would be tried for ever. */
const mostFences = 5

const withoutLanguage = (fenced: string): string => fenced.replace(/^json/i, '')

function candidatesOf(text: string): string[] {
  const said = text.slice(text.lastIndexOf('</think>') + 1).replace(/^\/think>/, '')
  const fences = said.split('```').filter((_, at, parts) => at % 2 === 1 && at < parts.length - 1)
  const [begin, end] = [said.indexOf('{'), said.lastIndexOf('}')]
  return [
    said,
    ...fences.slice(-mostFences).map(withoutLanguage).toReversed(),
    begin === -1 ? '' : said.slice(begin, end + 1),
  ]
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { value } : undefined
  } catch {
    return undefined
  }
}

function faultsOf({ issues }: z.ZodError): string {
  const lines = issues.slice(0, mostFaults).map((issue) => `- ${pathOf(issue.path)}: ${kindOf(issue)}`)
  return [...new Set(lines)].join('\n')
}

/** Keys may be the model's own words: those that do not look like names are not repeated. */
function pathOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (/^[\w-]{1,40}$/.test(String(step)) ? String(step) : '?'))
  return steps.length === 0 ? 'the object' : steps.join('.')
}

function kindOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}`
    case 'too_big':
      return `at most ${String(issue.maximum)}`
    case 'too_small':
      return `at least ${String(issue.minimum)}`
    case 'invalid_value':
      return `must be one of ${JSON.stringify(issue.values)}`
    case 'unrecognized_keys':
      return 'holds fields that are not in the schema'
    case 'invalid_format':
      return `is not of the format ${issue.format}`
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`
    case 'invalid_union':
      return 'fits none of the shapes that are allowed here'
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'does not fit the schema'
  }
}
