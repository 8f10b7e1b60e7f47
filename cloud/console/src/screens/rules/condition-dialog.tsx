import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Check } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { useText } from '../../text/use-text.js'
import { ConditionFields } from './condition-fields.js'
import { selectLook } from './panel.js'
import { type Condition, type ConditionOp, conditionOps, isWhole, newCondition } from './predicate-edit.js'
import { useRulesText } from './use-rules-text.js'

interface ConditionDialogProps {
  readonly condition: Condition
  readonly isNegated: boolean
  readonly onChange: (condition: Condition) => void
  /** It becomes its contrary. */
  readonly onTurn: () => void
  /** With another one, of which one is enough. */
  readonly onOr: () => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** One condition, to be changed. Every change counts at once; what says nothing yet is left out when it is closed. */
export function ConditionDialog(props: ConditionDialogProps) {
  const { condition, isNegated, onChange } = props
  const text = useRulesText()
  const { frame } = useText()
  const close = (): void => (isWhole(condition) ? props.onClose() : props.onRemove())
  return (
    <Dialog title={text.ops[condition.op]} closeLabel={frame.close} onClose={close}>
      <label className="flex items-center gap-3">
        <span className="sr-only">{text.addCondition}</span>
        <select
          value={condition.op}
          onChange={({ target }) => {
            const op: ConditionOp | undefined = conditionOps.find((one) => one === target.value)
            if (op) onChange(newCondition(op))
          }}
          className={`${selectLook} flex-1`}
        >
          {conditionOps.map((op) => (
            <option key={op} value={op}>
              {text.ops[op]}
            </option>
          ))}
        </select>
      </label>
      <ConditionFields key={condition.op} condition={condition} onChange={onChange} />
      {!isWhole(condition) && <Note>{text.edit.wrong}</Note>}
      <Check label={text.edit.isNot} checked={isNegated} onChange={props.onTurn} />
      <div className="flex flex-wrap gap-2">
        <Button icon="trash" onClick={props.onRemove}>
          {text.edit.remove}
        </Button>
        <Button icon="plus" disabled={!isWhole(condition)} onClick={props.onOr}>
          {text.edit.orElse}
        </Button>
        <span className="flex-1" />
        <Button look="main" disabled={!isWhole(condition)} onClick={close}>
          {text.edit.done}
        </Button>
      </div>
    </Dialog>
  )
}
