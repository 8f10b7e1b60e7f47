import { beforeFirstSchema } from '../../../migrations/before-first-schema.js'

export const firstSchema = '0001-first-schema'

/**
 * The migrations that a database or a backup names, by today's names: who had every migration that the first schema
 * replaces has that schema. Other names stay as they are.
 */
export function namedByFirstSchema(names: readonly string[]): string[] {
  const had = new Set(names)
  if (!beforeFirstSchema.every((name) => had.has(name))) return [...names]
  return [firstSchema, ...names.filter((name) => !beforeFirstSchema.includes(name) && name !== firstSchema)]
}

/** True for one that had begun with the migrations before the first schema, and lacks some of them. */
export function isOlderThanFirstSchema(names: readonly string[]): boolean {
  return namedByFirstSchema(names).some((name) => beforeFirstSchema.includes(name))
}
