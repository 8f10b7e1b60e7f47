import { Link } from '@tanstack/react-router'
import type { Version } from '../../api/rule-versions.js'
import { useUser } from '../../session/use-session.js'
import { Moment } from '../../time/moment.js'
import { useRulesText } from './use-rules-text.js'

interface VersionsPanelProps {
  readonly ruleId: string
  readonly versions: readonly Version[]
  /** The number that what is being written would have; null while it is as a version is. */
  readonly draft: number | null
}

const dots = { draft: 'bg-accent', active: 'bg-ok', old: 'border border-ink-3' } as const

/** The versions of a rule, newest first, with what is being written on top. */
export function VersionsPanel({ ruleId, versions, draft }: VersionsPanelProps) {
  const text = useRulesText()
  const zone = useUser().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (versions.length === 0 && draft === null) return null
  return (
    <nav aria-label={text.versions} className="flex flex-col gap-1 px-1">
      <h2 className="pb-1 text-xs font-strong text-ink-3">{text.versions}</h2>
      {draft !== null && (
        <p className="flex min-h-(--target) items-center gap-3">
          <span className={`size-2 flex-none rounded-full ${dots.draft}`} />
          <span className="flex-1">{text.draftNow(draft)}</span>
          <span className="text-xs text-ink-3">{text.now}</span>
        </p>
      )}
      {versions.map(({ id, number, active, created_at: madeAt, activated_at: activatedAt }) => (
        <Link
          key={id}
          to="/rules/$id/versions/$n"
          params={{ id: ruleId, n: String(number) }}
          className="flex min-h-(--target) items-center gap-3 rounded-1 hover:bg-surface-2 max-wide:min-h-[44px]"
        >
          <span className={`size-2 flex-none rounded-full ${active ? dots.active : dots.old}`} />
          <span className={`flex-1 ${active ? '' : 'text-ink-2'}`}>
            {active ? text.active(number) : text.plainVersion(number)}
          </span>
          <Moment at={activatedAt ?? madeAt} zone={zone} className="text-xs text-ink-3" />
        </Link>
      ))}
      <Link
        to="/rules/$id/verdicts"
        params={{ id: ruleId }}
        className="flex min-h-(--target) items-center text-xs text-accent underline-offset-2 hover:underline max-wide:min-h-[44px]"
      >
        {text.toVerdicts}
      </Link>
    </nav>
  )
}
