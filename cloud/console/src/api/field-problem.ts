import { problemAt, refusalOf } from './refusal.js'

/**
 * What the service says against one field of what was sent: in its list, or in a sentence that begins with the field.
 * @returns undefined where it says nothing of it
 */
export function fieldProblem(error: unknown, field: string): string | undefined {
  const listed = problemAt(error, field)
  if (listed !== undefined) return listed
  const { status, message } = refusalOf(error) ?? { status: 0, message: '' }
  return status === 400 && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : undefined
}
