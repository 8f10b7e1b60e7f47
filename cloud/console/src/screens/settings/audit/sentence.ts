import type { AuditEntry } from '../../../api/audit.js'
import type { AuditText } from './use-audit-text.js'

type Said = Pick<AuditText, 'deeds' | 'things' | 'something' | 'unknownDeed' | 'happened'>
type Named = Pick<AuditEntry, 'target_kind' | 'target_name' | 'target_at' | 'data'>

/** A deed in words, after the name of who did it. @param timeOf how a time is said */
export function deedOf(
  entry: Named & Pick<AuditEntry, 'action'>,
  timeOf: (at: string) => string,
  text: Said,
): string {
  const say = text.deeds[entry.action]
  return say ? say(thingOf(entry, timeOf, text)) : text.unknownDeed(entry.action)
}

/** What something was done to: by its name now, else by the one that it had then, else by its kind. */
export function thingOf(
  { target_kind: kind, target_name: now, target_at: at, data }: Named,
  timeOf: (at: string) => string,
  { things, something, happened }: Pick<AuditText, 'things' | 'something' | 'happened'>,
): string {
  if (now !== null && now !== '') {
    const say = kind === null || at === null ? undefined : happened[kind]
    return say && at !== null ? say(now, timeOf(at)) : now
  }
  const then = data['name'] ?? data['email']
  if (typeof then === 'string' && then !== '') return then
  return (kind === null ? undefined : things[kind]) ?? something
}

/** Particulars as a person reads them: each by its name, texts as they are. */
export const particularsOf = (data: AuditEntry['data']): readonly (readonly [string, string])[] =>
  Object.entries(data).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
