import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type AlertRule, useDeleteRule } from '../../api/rules.js'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Field } from '../../controls/field.js'
import { lastActions } from '../../frame/last-actions.js'
import { useText } from '../../text/use-text.js'
import { Panel } from './panel.js'
import { useRulesText } from './use-rules-text.js'

interface RuleSettingsProps {
  readonly rule: AlertRule
  readonly onChange: (change: { name?: string; enabled?: boolean }) => void
}

/** Names of rules have so many characters. */
export const nameLength = { least: 3, most: 100 } as const

/** The name of a rule, whether it is on, and its end. */
export function RuleSettings({ rule, onChange }: RuleSettingsProps) {
  const text = useRulesText()
  const [isWrong, setWrong] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const rename = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('name')
    const name = typeof typed === 'string' ? typed.trim() : ''
    setWrong(name.length < nameLength.least)
    if (name.length >= nameLength.least && name !== rule.name) onChange({ name })
  }
  return (
    <Panel title={rule.name}>
      <form noValidate onSubmit={rename} className="flex items-end gap-2">
        <Field
          key={rule.name}
          label={text.name}
          name="name"
          defaultValue={rule.name}
          maxLength={nameLength.most}
          problem={isWrong ? text.nameWrong : undefined}
          className="min-w-0 flex-1"
        />
        <Button type="submit">{text.save}</Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChange({ enabled: !rule.enabled })}>
          {rule.enabled ? text.switchOff : text.switchOn}
        </Button>
        <Button icon="trash" onClick={() => setDeleting(true)}>
          {text.deleteRule}
        </Button>
      </div>
      {isDeleting && <DeleteRule rule={rule} onClose={() => setDeleting(false)} />}
    </Panel>
  )
}

function DeleteRule({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const text = useRulesText()
  const { frame } = useText()
  const remove = useDeleteRule(rule.id)
  const navigate = useNavigate()
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        lastActions.say(text.deleted)
        void navigate({ to: '/rules' })
      },
    })
  return (
    <Dialog title={text.deleteTitle(rule.name)} closeLabel={frame.close} onClose={onClose}>
      <p>{text.deleteSays}</p>
      {remove.isError && (
        <p role="alert" className="text-alarm">
          {text.deleteFailed}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{text.keep}</Button>
        <Button look="danger" disabled={remove.isPending} onClick={confirm}>
          {text.deleteRule}
        </Button>
      </div>
    </Dialog>
  )
}
