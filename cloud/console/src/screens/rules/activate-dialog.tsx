import { type Trial, useTrial } from '../../api/rule-trial.js'
import type { AlertRule, Predicate } from '../../api/rules.js'
import { wouldTell } from '../../api/trial-so-far.js'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { ChangedConditions } from './changed-conditions.js'
import { TrialFailed } from './trial-failed.js'
import { useSaying } from './use-saying.js'

interface ActivateDialogProps {
  readonly rule: Pick<AlertRule, 'id' | 'enabled'>
  readonly number: number
  readonly predicate: Predicate
  /** What judges now; null: no version. */
  readonly active: Predicate | null
  readonly isBusy: boolean
  /** Why it was refused. */
  readonly problem: string | null
  readonly onActivate: () => void
  readonly onClose: () => void
}

const days = 7

/** What changes when a version judges, before it does. */
export function ActivateDialog(props: ActivateDialogProps) {
  const { rule, number, predicate, active, isBusy, problem } = props
  const { text, language } = useSaying()
  const { frame } = useText()
  const asked = { ruleId: rule.id, days, cameraId: null }
  const after = useTrial({ ...asked, predicate })
  const before = useTrial(active && { ...asked, predicate: active })
  // A number that still grows would be taken for the whole.
  const tells = ({ soFar, isDone }: Trial): string =>
    soFar && isDone ? countOf(wouldTell(soFar), language) : '…'
  const failed = [after, before].filter(({ isFailed }) => isFailed)
  return (
    <Dialog title={text.activateTitle(number)} closeLabel={frame.close} onClose={props.onClose}>
      <p role="status">
        {active ? text.tellsInstead(tells(after), tells(before), days) : text.tellsFirst(tells(after), days)}
      </p>
      {failed.length > 0 && <TrialFailed again={() => failed.forEach(({ again }) => again())} />}
      {active && <ChangedConditions from={active} to={predicate} />}
      {!rule.enabled && <p className="text-warn">{text.stillOff}</p>}
      {problem !== null && (
        <p role="alert" className="text-alarm">
          {text.deedFailed} {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={props.onClose}>{frame.close}</Button>
        <Button look="main" disabled={isBusy} onClick={props.onActivate}>
          {text.activateIt}
        </Button>
      </div>
    </Dialog>
  )
}
