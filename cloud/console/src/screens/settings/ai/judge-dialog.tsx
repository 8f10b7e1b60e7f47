import { type SubmitEvent, useState } from 'react'
import { type JudgeBudget, useChangeBudget } from '../../../api/ai.js'
import { fieldProblem } from '../../../api/field-problem.js'
import { refusalOf } from '../../../api/refusal.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { Field } from '../../../controls/field.js'
import { SelectField } from '../../../controls/select-field.js'
import { useAiText } from './use-ai-text.js'

const mostQuestions = 100_000
const decisions = ['predicate_decides', 'no_alert'] as const

/** How often the judge may be asked a day, and what happens without it. */
export function JudgeDialog({ budget, onClose }: { budget: JudgeBudget; onClose: () => void }) {
  const text = useAiText()
  const change = useChangeBudget()
  const [limit, setLimit] = useState(String(budget.daily_limit))
  const [spent, setSpent] = useState(budget.when_spent)
  const [unavailable, setUnavailable] = useState(budget.when_unavailable)
  const [isTried, setTried] = useState(false)
  const isWhole = /^\d+$/.test(limit.trim()) && Number(limit) <= mostQuestions
  const options = decisions.map((one) => ({ value: one, says: text.decides[one] }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWhole || change.isPending) return
    change.mutate(
      { daily_limit: Number(limit), when_spent: spent, when_unavailable: unavailable },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog title={text.judgeTitle} closeLabel={text.close} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">{text.judgeAbout}</p>
        <Field
          label={text.limit}
          inputMode="numeric"
          autoComplete="off"
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
          problem={isTried && !isWhole ? text.limitWrong : fieldProblem(change.error, 'daily_limit')}
          hint={text.limitHint}
        />
        <SelectField label={text.spentLabel} value={spent} options={options} onChange={setSpent} />
        <SelectField
          label={text.unavailableLabel}
          value={unavailable}
          options={options}
          onChange={setUnavailable}
        />
        {change.isError && (
          <p role="alert" className="text-alarm">
            {refusalOf(change.error)?.message ?? text.notDone}
          </p>
        )}
        <Button
          type="submit"
          look="main"
          aria-disabled={change.isPending}
          className="self-start max-wide:h-[44px] max-wide:w-full"
        >
          {text.save}
        </Button>
      </form>
    </Dialog>
  )
}
