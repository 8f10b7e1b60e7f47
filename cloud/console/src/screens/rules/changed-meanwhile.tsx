import type { AlertRule } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { clockTime, durationOf } from '../../time/format.js'
import { type ComparedField, differencesOf } from './rule-fields.js'
import { useSaying } from './use-saying.js'

interface ChangedMeanwhileProps {
  /** As this person knew the rule. */
  readonly known: AlertRule
  /** As it is now; null: it was deleted. */
  readonly now: AlertRule | null
  /** Makes the own change of the rule as it is now; null: it stands where it was made. */
  readonly onMine: (() => void) | null
  readonly onTheirs: () => void
}

/** Somebody else was quicker: what is otherwise now, and whether the own change is still wanted. */
export function ChangedMeanwhile({ known, now, onMine, onTheirs }: ChangedMeanwhileProps) {
  const { text, language } = useSaying()
  const zone = useUser().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const sayValue = useValues()
  if (!now) return <Note tone="warn">{text.gone}</Note>
  const differences = differencesOf(known, now)
  const at = clockTime(new Date(now.updated_at), { language, zone })
  return (
    <div role="alert">
      <Note tone="warn">
        <div className="flex flex-col gap-2">
          <p className="font-strong">{text.changedMeanwhile(at)}</p>
          {differences.length === 0 ? (
            <p>{text.sameAsBefore}</p>
          ) : (
            <>
              <p>{text.theirs}</p>
              <dl className="flex flex-col gap-1">
                {differences.map((field) => (
                  <div key={field} className="flex flex-wrap gap-x-2">
                    <dt className="text-ink-2">{text.fields[field]}:</dt>
                    <dd>
                      <s className="text-ink-2">{sayValue(known, field)}</s> → {sayValue(now, field)}
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )}
          <div className="flex flex-wrap gap-2">
            {onMine && (
              <Button small onClick={onMine}>
                {text.mineStill}
              </Button>
            )}
            <Button small look="bare" onClick={onTheirs}>
              {text.theirsThen}
            </Button>
          </div>
        </div>
      </Note>
    </div>
  )
}

/** Says what a part of a rule is set to. */
function useValues(): (rule: AlertRule, field: ComparedField) => string {
  const { text, language, events, nameOf } = useSaying()
  const { events: words } = useText()
  return (rule, field) => {
    switch (field) {
      case 'name':
        return rule.name
      case 'enabled':
        return rule.enabled ? text.yes : text.noWord
      case 'severity':
        return events.severity[rule.severity]
      case 'cooldown_sec':
        return durationOf(rule.cooldown_sec, language)
      case 'notification_window_sec':
        return rule.notification_window_sec === null
          ? text.togetherOrg
          : durationOf(rule.notification_window_sec, language)
      case 'recipients':
        return rule.recipients
          .map(
            ({ user_name: name, channels }) =>
              `${name} (${channels.map((channel) => text.channels[channel]).join(', ')})`,
          )
          .join(', ')
      case 'event_category':
        return rule.event_category === null ? text.anyKind : words.categories[rule.event_category]
      case 'source_filter':
        return (rule.source_filter ?? []).map((one) => text.sources[one]).join(', ')
      case 'system_trigger':
        return rule.system_trigger === null ? '' : text.outageOf[rule.system_trigger]
      case 'scope': {
        const ids = rule.scope_type === 'site' ? rule.site_ids : rule.camera_ids
        return rule.scope_type === 'all_cameras'
          ? text.scopes.all_cameras
          : ids.map((id) => nameOf(id) ?? text.chip.unknown).join(', ')
      }
      case 'schedule_type':
        return rule.schedule_type === 'always' ? text.always : text.businessHours
      case 'active_version_id':
        return rule.active_sentence ?? (rule.active_version_id === null ? text.none : '…')
    }
  }
}
