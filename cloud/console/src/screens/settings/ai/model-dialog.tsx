import { type SubmitEvent, useState } from 'react'
import { type AiSettings, useChangeAi } from '../../../api/ai.js'
import { fieldProblem } from '../../../api/field-problem.js'
import { refusalOf } from '../../../api/refusal.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { Check, Field } from '../../../controls/field.js'
import { SelectField } from '../../../controls/select-field.js'
import { changeOf, fieldsOf, type ModelFields, priceProblem, providers } from './model-change.js'
import { type AiText, useAiText } from './use-ai-text.js'

/** Which model looks at events, where it is, and what it costs. Its key goes in and never comes out. */
export function ModelDialog({ settings, onClose }: { settings: AiSettings; onClose: () => void }) {
  const text = useAiText()
  const change = useChangeAi()
  const [fields, setFields] = useState(() => fieldsOf(settings))
  const [isTried, setTried] = useState(false)
  const set = (some: Partial<ModelFields>) => setFields((now) => ({ ...now, ...some }))
  const wrongPrice = priceProblem(fields)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrongPrice === null && !change.isPending)
      change.mutate(changeOf(fields, settings), { onSuccess: onClose })
  }
  const urlProblem = fieldProblem(change.error, 'ai_settings.base_url')
  return (
    <Dialog title={text.settingsTitle} closeLabel={text.close} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Check
          label={text.enabled}
          checked={fields.enabled}
          onChange={({ target }) => set({ enabled: target.checked })}
        />
        <SelectField
          label={text.provider}
          value={fields.provider}
          options={providers.map((one) => ({ value: one, says: text.providers[one] }))}
          onChange={(provider) => set({ provider })}
        />
        <Field
          label={text.model}
          value={fields.model}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => set({ model: target.value })}
          problem={fieldProblem(change.error, 'ai_settings.model')}
          hint={text.modelHint}
        />
        {fields.provider !== 'service' && (
          <>
            <Field
              label={text.baseUrl}
              type="url"
              placeholder="https://"
              value={fields.baseUrl}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => set({ baseUrl: target.value })}
              problem={urlProblem}
              hint={text.baseUrlHint}
            />
            <Key fields={fields} set={set} isStored={settings.providers_with_key.includes(fields.provider)} />
          </>
        )}
        <Price fields={fields} set={set} problem={isTried ? wrongPrice : null} text={text} />
        {change.isError && urlProblem === undefined && (
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

interface PartProps {
  readonly fields: ModelFields
  readonly set: (some: Partial<ModelFields>) => void
}

function Key({ fields, set, isStored }: PartProps & { isStored: boolean }) {
  const text = useAiText()
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={text.key}
        type="password"
        // No password manager is to put a password of a person here.
        autoComplete="off"
        maxLength={1000}
        value={fields.key}
        onChange={({ target }) => set({ key: target.value, forgetsKey: false })}
      />
      <p className="text-xs text-ink-3">{isStored ? text.keyStored : text.keyNone}</p>
      {isStored && (
        <Check
          label={text.forgetKey}
          checked={fields.forgetsKey}
          disabled={fields.key !== ''}
          onChange={({ target }) => set({ forgetsKey: target.checked })}
        />
      )}
    </div>
  )
}

interface PriceProps extends PartProps {
  readonly problem: ReturnType<typeof priceProblem>
  readonly text: AiText
}

function Price({ fields, set, problem, text }: PriceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-strong text-ink-2">{text.price}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={text.priceIn}
          inputMode="decimal"
          autoComplete="off"
          value={fields.priceIn}
          onChange={({ target }) => set({ priceIn: target.value })}
        />
        <Field
          label={text.priceOut}
          inputMode="decimal"
          autoComplete="off"
          value={fields.priceOut}
          onChange={({ target }) => set({ priceOut: target.value })}
        />
      </div>
      {problem !== null && (
        <p role="alert" className="text-xs text-alarm">
          {problem === 'wrong' ? text.priceWrong : text.priceNeedsModel}
        </p>
      )}
    </fieldset>
  )
}
