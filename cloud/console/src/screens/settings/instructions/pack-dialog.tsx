import { type SubmitEvent, useId, useState } from 'react'
import { fieldProblem } from '../../../api/field-problem.js'
import { type PromptPack, useSavePack } from '../../../api/prompt-packs.js'
import { refusalOf } from '../../../api/refusal.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { Field } from '../../../controls/field.js'
import { useInstructionsText } from './use-instructions-text.js'

const longest = { name: 100, instructions: 8_000 }

/** Writes instructions, or changes some. @param pack null: new ones */
export function PackDialog({ pack, onClose }: { pack: PromptPack | null; onClose: () => void }) {
  const text = useInstructionsText()
  const id = useId()
  const save = useSavePack(pack?.id ?? null)
  const [name, setName] = useState(pack?.name ?? '')
  const [words, setWords] = useState(pack?.instructions ?? '')
  const [isTried, setTried] = useState(false)
  const nameProblem = isTried && name.trim() === '' ? text.nameMissing : fieldProblem(save.error, 'name')
  const wordsProblem =
    isTried && words.trim() === '' ? text.wordsMissing : fieldProblem(save.error, 'instructions')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || words.trim() === '' || save.isPending) return
    save.mutate({ name: name.trim(), instructions: words.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog title={pack ? text.changeTitle : text.addTitle} closeLabel={text.close} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={text.name}
          value={name}
          maxLength={longest.name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          problem={nameProblem}
        />
        <div className="flex flex-col gap-[6px]">
          <label htmlFor={id} className="font-strong text-ink-2">
            {text.words}
          </label>
          <textarea
            id={id}
            value={words}
            rows={8}
            maxLength={longest.instructions}
            aria-invalid={wordsProblem !== undefined}
            aria-describedby={`${id}-says`}
            onChange={({ target }) => setWords(target.value)}
            className="w-full rounded-2 border border-control-line bg-bg px-[11px] py-2 text-md text-ink aria-invalid:border-alarm max-wide:text-lg"
          />
          <p
            id={`${id}-says`}
            className={`text-xs ${wordsProblem === undefined ? 'text-ink-3' : 'text-alarm'}`}
          >
            {wordsProblem ?? `${text.wordsHint} ${text.appliesSays}`}
          </p>
        </div>
        {save.isError && nameProblem === undefined && wordsProblem === undefined && (
          <p role="alert" className="text-alarm">
            {refusalOf(save.error)?.message ?? text.notDone}
          </p>
        )}
        <Button
          type="submit"
          look="main"
          aria-disabled={save.isPending}
          className="self-start max-wide:h-[44px] max-wide:w-full"
        >
          {text.save}
        </Button>
      </form>
    </Dialog>
  )
}
