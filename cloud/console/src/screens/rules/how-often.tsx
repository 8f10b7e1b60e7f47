import { useJudgeBudget } from '../../api/ai.js'
import { useText } from '../../text/use-text.js'
import { countOf, durationOf } from '../../time/format.js'
import { severities } from './knob-choices.js'
import { Panel, Setting } from './panel.js'
import type { FieldsChange, RuleFields } from './rule-fields.js'
import { useSaying } from './use-saying.js'
import type { JudgeChoice, WordsDraft } from './use-words-draft.js'

interface HowOftenProps {
  readonly fields: RuleFields
  /** Of a rule that judges by a sentence; null for the others. */
  readonly draft: WordsDraft | null
  readonly mayChange: boolean
  readonly onChange: (change: FieldsChange) => void
}

const cooldowns = [60, 120, 300, 600, 900, 1800, 3600]
const windows = [60, 300, 900, 1800, 3600]

/** How grave a rule's alerts are, how often it tells, and what is done in doubt. */
export function HowOften({ fields, draft, mayChange, onChange }: HowOftenProps) {
  const { text, language } = useSaying()
  const words = useText().events.severity
  const lengths = (of: readonly number[]) =>
    of.map((seconds) => ({ value: String(seconds), says: durationOf(seconds, language) }))
  const window = fields.notification_window_sec
  return (
    <Panel title={text.howOften}>
      <Setting
        label={text.severity}
        value={fields.severity}
        options={severities.map((one) => ({ value: one, says: words[one] }))}
        onChange={(chosen) => {
          const severity = severities.find((one) => one === chosen)
          if (severity) onChange({ severity })
        }}
        mayChange={mayChange}
      />
      {draft && <p className="text-xs text-ink-3">{text.severityHint}</p>}
      <Setting
        label={text.cooldown}
        value={String(fields.cooldown_sec)}
        options={withOwn(fields.cooldown_sec, cooldowns, lengths)}
        onChange={(chosen) => onChange({ cooldown_sec: Number(chosen) })}
        mayChange={mayChange}
      />
      <Setting
        label={text.together}
        value={window === null ? '' : String(window)}
        options={[
          { value: '', says: text.togetherOrg },
          { value: '0', says: text.separately },
          ...withOwn(window ?? 60, windows, lengths).filter(({ value }) => value !== '0'),
        ]}
        onChange={(chosen) => onChange({ notification_window_sec: chosen === '' ? null : Number(chosen) })}
        mayChange={mayChange}
      />
      {draft && <InDoubt draft={draft} mayChange={mayChange} />}
    </Panel>
  )
}

/** The usual lengths, and the one that is set if it is none of them. */
const withOwn = <Option,>(
  own: number,
  usual: readonly number[],
  show: (of: readonly number[]) => Option[],
): Option[] => show([...new Set([...usual, own])].toSorted((one, other) => one - other))

type Doubt = 'judge' | 'alert' | 'silent'
const doubts: readonly Doubt[] = ['alert', 'silent', 'judge']

const doubtOf = ({ use, in_doubt: alerts }: JudgeChoice): Doubt =>
  use === 'doubtful' ? 'judge' : alerts === 'alert' ? 'alert' : 'silent'

function InDoubt({ draft, mayChange }: { draft: WordsDraft; mayChange: boolean }) {
  const { text, language } = useSaying()
  const budget = useJudgeBudget().data
  // The judge is asked the sentence.
  const offered = doubts.filter((one) => one !== 'judge' || draft.sentence.trim() !== '')
  return (
    <>
      <Setting
        label={text.inDoubt}
        value={doubtOf(draft.judge)}
        options={offered.map((one) => ({ value: one, says: text.doubts[one] }))}
        onChange={(chosen) =>
          draft.setJudge({
            use: chosen === 'judge' ? 'doubtful' : 'never',
            in_doubt: chosen === 'silent' ? 'no_alert' : 'alert',
          })
        }
        mayChange={mayChange}
      />
      {budget && draft.judge.use === 'doubtful' && (
        <p className={`text-xs ${budget.remaining === 0 ? 'text-warn' : 'text-ink-3'}`}>
          {budget.remaining === 0
            ? text.budgetSpent(countOf(budget.daily_limit, language))
            : text.budget(countOf(budget.used, language), countOf(budget.daily_limit, language))}
        </p>
      )}
    </>
  )
}
