import type { AlertRule } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import type { FieldsChange } from './rule-fields.js'
import { useRulesText } from './use-rules-text.js'

interface RuleWarningsProps {
  readonly rule: AlertRule
  readonly mayChange: boolean
  readonly onChange: (change: FieldsChange) => void
}

/** Why a rule can never tell, with what mends it. */
export function RuleWarnings({ rule, mayChange, onChange }: RuleWarningsProps) {
  const text = useRulesText()
  if (rule.warnings.length === 0) return null
  return (
    <>
      {rule.warnings.map((warning) => {
        const isHours = warning.startsWith('schedule_type')
        return (
          <Note key={warning} tone="warn">
            <div className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1">
                {isHours
                  ? text.warning.business_hours
                  : warning.startsWith('scope_type')
                    ? text.warning.site
                    : text.warning.later}
              </span>
              {isHours && mayChange && (
                <Button small onClick={() => onChange({ schedule_type: 'always' })}>
                  {text.makeAlways}
                </Button>
              )}
            </div>
          </Note>
        )
      })}
    </>
  )
}
