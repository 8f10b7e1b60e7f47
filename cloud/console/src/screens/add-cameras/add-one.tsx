import { type FormEvent, useRef } from 'react'
import type { Site } from '../../api/sites.js'
import { sentenceOf } from '../../cameras/fault-sentence.js'
import { RefusedWords } from '../../cameras/refused-words.js'
import { Check, Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { useKeys } from '../../frame/keys.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { AddActions } from './add-actions.js'
import { Checked } from './checked.js'
import { ConnectionFields, type ProblemOf } from './connection-fields.js'
import { type DraftField, whereIs } from './draft.js'
import { LabelledSelect } from './labelled-select.js'
import { mendingOf } from './mend.js'
import { MendButton } from './mend-button.js'
import { SecretField } from './secret-field.js'
import { Stage } from './stage.js'
import { type AddCamerasText, useAddCamerasText } from './use-add-cameras-text.js'
import { type Account, type Adding, type AddingOptions, useAdding } from './use-adding.js'

interface AddOneProps extends AddingOptions {
  readonly sites: readonly Site[]
  /** How many more ask for a password. */
  readonly others: number
  /** The account is to be offered for the others; null: it is not. */
  readonly onAccount: (account: Account | null) => void
  readonly onAdded: (camera: { readonly id: string; readonly name: string }, next: boolean) => void
  readonly hasNext: boolean
  readonly onScan: ((targets?: readonly string[]) => void) | null
}

/** One camera: its picture before anything is saved, what is to be entered, and what was checked. */
export function AddOne(props: AddOneProps) {
  const text = useAddCamerasText()
  const adding = useAdding(props)
  const { draft, password, look, lookNow, isCurrent } = adding
  const secret = useRef<HTMLInputElement>(null)
  const isSeen = look.kind === 'seen' && isCurrent
  const finish = async (next: boolean) => {
    const camera = await adding.add()
    if (!camera) return
    props.onAccount(props.account && { username: draft.username, password })
    props.onAdded(camera, next)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSeen) void finish(false)
    else if (look.kind !== 'looking') lookNow()
  }
  useKeys({
    'Ctrl+enter': {
      does: isSeen ? text.add : text.look,
      act: () => (isSeen ? void finish(false) : lookNow()),
      inFields: true,
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Stage
          look={look}
          newest={adding.newest}
          isMoving={adding.isMoving}
          name={draft.name === '' ? whereIs(draft) : draft.name}
          isCurrent={isCurrent}
          asksForPassword={props.device?.state === 'needs_credentials'}
          isDirect={props.gatewayId === null}
        />
        <div className="grid gap-x-6 gap-y-4 p-4 desk:grid-cols-[minmax(0,1fr)_292px]">
          <div className="flex min-w-0 flex-col gap-[14px] max-wide:[&_input:not([type=checkbox])]:h-[48px] max-wide:[&_select]:h-[48px]">
            <Fields {...props} adding={adding} secret={secret} />
            {look.kind === 'fault' && <ServiceSaid message={look.verdict.message} />}
          </div>
          {look.kind === 'fault' && (
            <div className="max-desk:order-first">
              <MendButton
                verdict={look.verdict}
                draft={draft}
                onScan={props.onScan}
                onAskPaths={() => lookNow({ by: 'onvif', host: whereIs(draft) })}
                onPassword={() => {
                  secret.current?.select()
                  // The foot of a phone would cover it.
                  secret.current?.scrollIntoView({ block: 'center' })
                }}
              />
            </div>
          )}
          {isSeen && (
            <Checked
              verdict={look.verdict}
              tookMs={look.tookMs}
              withAccount={draft.username !== '' || password !== ''}
            />
          )}
        </div>
        {adding.refused && (
          <div role="alert" className="px-4 pb-4">
            <Note tone="alarm">
              <Refused refusal={adding.refused} />
            </Note>
          </div>
        )}
      </div>
      <AddActions
        look={look}
        isCurrent={isCurrent}
        isMoving={adding.isMoving}
        isAdding={adding.isAdding}
        isReady={props.isReady}
        onLook={() => lookNow()}
        onAddNext={props.hasNext ? () => void finish(true) : null}
      />
    </form>
  )
}

function Refused({ refusal }: { refusal: NonNullable<Adding['refused']> }) {
  const text = useAddCamerasText()
  switch (refusal.kind) {
    case 'line':
      return text.noLine
    case 'many':
      return text.tooMany
    case 'refused':
      return (
        <>
          {text.notAdded} <RefusedWords {...refusal} />
        </>
      )
  }
}

/** What is wrong with each field: what is missing, and what the fault says is to be changed. */
function problemsOf(text: AddCamerasText, { lacking, look, draft, isCurrent }: Adding): ProblemOf {
  const missing: Partial<Record<DraftField, string>> = {
    name: text.nameMissing,
    host: text.hostMissing,
    port: text.portWrong,
    url: text.urlMissing,
  }
  const fault = look.kind === 'fault' && isCurrent ? look.verdict.fault : null
  const lit = fault === null ? [] : mendingOf(fault).fields
  return (field) => {
    if (field !== 'password' && lacking[field]) return missing[field]
    if (!lit.includes(field)) return undefined
    if (field === 'username') return draft.username === '' ? text.wrongHere : undefined
    return field === 'password' ? text.notAccepted : text.wrongHere
  }
}

function Fields({
  adding,
  secret,
  sites,
  others,
  device,
  account,
  onAccount,
  gatewayId,
}: AddOneProps & { adding: Adding; secret: React.Ref<HTMLInputElement> }) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const { draft, change, password, setPassword, look, isCurrent } = adding
  const problemOf = problemsOf(text, adding)
  const fault = look.kind === 'fault' && isCurrent ? look.verdict.fault : null
  const isLit =
    fault !== null && mendingOf(fault).fields.some((field) => field !== 'username' && field !== 'password')
  const channels = (look.kind === 'seen' ? look.verdict.channels : device?.channels) ?? []
  const called = (
    <Field
      key="name"
      label={text.name}
      value={draft.name}
      onChange={({ target }) => change({ name: target.value })}
      maxLength={100}
      autoComplete="off"
      problem={problemOf('name')}
    />
  )
  const signsIn = (
    <div key="account" className="grid gap-3 wide:grid-cols-2">
      <Field
        label={text.username}
        value={draft.username}
        onChange={({ target }) => change({ username: target.value })}
        maxLength={256}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        problem={problemOf('username')}
      />
      <SecretField
        ref={secret}
        label={text.password}
        value={password}
        onValue={setPassword}
        problem={problemOf('password')}
      />
    </div>
  )
  return (
    <>
      {/* After a refused password it stands first: on a phone it is in view. */}
      {fault === 'auth' ? [signsIn, called] : [called, signsIn]}
      {others > 0 && (
        <Check
          label={others === 1 ? text.forOther : text.forOthers(countOf(others, language))}
          checked={account !== null}
          onChange={({ target }) => onAccount(target.checked ? { username: draft.username, password } : null)}
        />
      )}
      {sites.length > 1 && (
        <LabelledSelect
          label={text.site}
          value={draft.siteId}
          options={sites.map(({ id, name }) => ({ value: id, says: name }))}
          onValue={(siteId) => change({ siteId })}
        />
      )}
      <details open={device === null || isLit || channels.length > 1} className="group">
        <Folded>{text.connection}</Folded>
        <div className="pt-2">
          <ConnectionFields
            draft={draft}
            change={change}
            problemOf={problemOf}
            channels={channels}
            onAccount={adding.takeAccount}
          />
        </div>
      </details>
      {gatewayId !== null && (
        <p className="flex items-center gap-[6px] text-xs text-ink-3">
          <Icon name="security" size={14} />
          {text.sealed}
        </p>
      )}
    </>
  )
}

/** What opens a part that is folded. */
function Folded({ children }: { children: string }) {
  return (
    <summary className="flex min-h-(--target) cursor-pointer list-none items-center gap-1 py-1 font-strong text-ink-2">
      <span className="transition-transform duration-(--fast) group-open:rotate-90">
        <Icon name="next" size={16} />
      </span>
      {children}
    </summary>
  )
}

/** A fault as the service says it: with the address that was tried, for who asks somebody else. */
function ServiceSaid({ message }: { message: string }) {
  return (
    <details className="group">
      <Folded>{useAddCamerasText().whatCameSaid}</Folded>
      <p lang="en" className="text-ink-2 [overflow-wrap:anywhere]">
        {sentenceOf(message)}
      </p>
    </details>
  )
}
