import { type SubmitEvent, useState } from 'react'
import { type SingleSignOnSetting, useSetSingleSignOn } from '../../../api/single-sign-on.js'
import { Check } from '../../../controls/field.js'
import { Section } from '../../../controls/section.js'
import { SaveRow } from '../save-row.js'
import { useDraft } from '../use-draft.js'
import { Groups } from './groups.js'
import { bodyOf, formOf, isWhole } from './issuer-draft.js'
import { IssuerFields } from './issuer-fields.js'
import { useSignInText } from './use-sign-in-text.js'

/** The issuer, what its groups give, and who may come in by it: saved as one. */
export function IssuerSetting({ setting }: { setting: SingleSignOnSetting | null }) {
  const text = useSignInText()
  const save = useSetSingleSignOn()
  // What others save meanwhile is followed; a form that is the same stays the same.
  const [known, setKnown] = useState(() => ({ setting, form: formOf(setting) }))
  if (known.setting?.updated_at !== setting?.updated_at) setKnown({ setting, form: formOf(setting) })
  const draft = useDraft(known.form)
  const [isTried, setTried] = useState(false)
  const { value, change } = draft
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!isWhole(value) || !draft.isChanged) return
    save.mutate(bodyOf(value), {
      onSuccess: () => {
        setTried(false)
        draft.reset()
      },
    })
  }
  const parts = { value, change, isTried, error: save.error }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <IssuerFields {...parts} setting={setting} />
      <Groups {...parts} />
      <Section title={text.peopleTitle}>
        <Choice
          label={text.enabled}
          why={text.enabledWhy}
          checked={value.enabled}
          onChange={(enabled) => change({ enabled })}
        />
        <Choice
          label={text.create}
          why={text.createWhy}
          checked={value.createUsers}
          onChange={(createUsers) => change({ createUsers })}
        />
        <Choice
          label={text.link}
          why={text.linkWhy}
          checked={value.linkUsers}
          onChange={(linkUsers) => change({ linkUsers })}
        />
      </Section>
      <SaveRow saving={save} isChanged={draft.isChanged}>
        {isTried && !isWhole(value) && (
          <p role="alert" className="text-alarm">
            {text.notWhole}
          </p>
        )}
      </SaveRow>
    </form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly why: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Choice({ label, why, checked, onChange }: ChoiceProps) {
  return (
    <div>
      <Check label={label} checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <p className="pl-6 text-xs text-ink-3">{why}</p>
    </div>
  )
}
