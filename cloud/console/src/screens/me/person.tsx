import { type FormEvent, useState } from 'react'
import { useRename, useSetZone } from '../../api/me.js'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { Section } from '../../controls/section.js'
import { ZoneField } from '../../controls/zone-field.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { useMeText } from './use-me-text.js'

const longestName = 100

/** Name and time zone, which the person changes, and what an admin gave them. */
export function Person() {
  const text = useMeText()
  const { frame } = useText()
  const user = useUser()
  const rename = useRename()
  const setZone = useSetZone()
  const [zone, chooseZone] = useState(user.timeZone ?? 'UTC')
  const [isMissing, setMissing] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('name')
    const name = typeof typed === 'string' ? typed.trim() : ''
    setMissing(name === '')
    if (name !== '') rename.mutate(name)
  }

  return (
    <Section title={text.you}>
      <form noValidate onSubmit={submit} className="flex items-end gap-2">
        <Field
          label={text.name}
          name="name"
          defaultValue={user.displayName}
          maxLength={longestName}
          autoComplete="name"
          problem={isMissing ? text.nameMissing : undefined}
          className="min-w-0 flex-1"
        />
        <Button type="submit" aria-disabled={rename.isPending}>
          {text.save}
        </Button>
      </form>
      <ZoneField
        label={text.zone}
        hint={text.zoneWhy}
        value={zone}
        onChange={(chosen) => {
          chooseZone(chosen)
          setZone.mutate(chosen)
        }}
      />
      <div role="status" className="text-xs text-ink-2">
        {(rename.isSuccess || setZone.isSuccess) && text.saved}
        {(rename.isError || setZone.isError) && <span className="text-alarm">{text.notSaved}</span>}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink-2">
        <dt className="text-ink-3">{text.email}</dt>
        <dd className="truncate">{user.email}</dd>
        <dt className="text-ink-3">{text.role}</dt>
        <dd>{frame.role[user.role]}</dd>
      </dl>
    </Section>
  )
}
