import { type FormEvent, Suspense, useState } from 'react'
import type { Device } from '../../api/adding-cameras.js'
import type { Site } from '../../api/sites.js'
import { useFault } from '../../cameras/use-fault.js'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { Icon } from '../../icons/icon.js'
import { usePictureAddress } from '../../pictures/use-picture-address.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import type { KeptDrafts } from './kept-drafts.js'
import { LabelledSelect } from './labelled-select.js'
import { SecretField } from './secret-field.js'
import { streamWords } from './stream-words.js'
import { useAddCamerasText } from './use-add-cameras-text.js'
import { type Each, useSeveral } from './use-several.js'

interface SeveralProps {
  readonly devices: readonly Device[]
  readonly gatewayId: string
  readonly sites: readonly Site[]
  readonly siteId: string
  readonly kept: KeptDrafts
  readonly isReady: boolean
  readonly onAdded: () => void
  readonly onAlone: (id: string) => void
  readonly onNone: () => void
}

/** Several cameras with one password: looked at one after the other, and those that work are added. */
export function Several(props: SeveralProps) {
  const { devices, sites, isReady, onNone, onAlone } = props
  const text = useAddCamerasText()
  const language = useLanguage()
  const [account, setAccount] = useState({ username: '', password: '' })
  const [siteId, setSiteId] = useState(props.siteId)
  const several = useSeveral({ ...props, siteId })
  const { stateOf, isBusy, stoppedBy } = several
  const seen = devices.filter((device) => stateOf(device).kind === 'seen').length
  const left = devices.filter((device) => stateOf(device).kind !== 'added')
  const unasked = devices.filter((device) => stateOf(device).kind === 'waiting')
  const change = (part: Partial<typeof account>) => {
    setAccount({ ...account, ...part })
    several.forget()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (seen > 0) void several.addSeen()
    else if (isReady) void several.lookAtEach(left, account, true)
  }
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <header className="flex items-start gap-2">
          <div className="flex-1">
            <h2 className="text-lg font-title max-wide:hidden">
              {text.severalTitle(countOf(devices.length, language))}
            </h2>
            <p className="text-ink-2">{text.severalWhy}</p>
          </div>
          <Button small look="bare" onClick={onNone}>
            {text.unchoose}
          </Button>
        </header>
        <div className="grid gap-3 wide:grid-cols-2 max-wide:[&_input]:h-[48px]">
          <Field
            label={text.username}
            value={account.username}
            onChange={({ target }) => change({ username: target.value })}
            maxLength={256}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <SecretField
            label={text.password}
            value={account.password}
            onValue={(password) => change({ password })}
            problem={stoppedBy ? text.notAccepted : undefined}
          />
        </div>
        {sites.length > 1 && (
          <LabelledSelect
            label={text.site}
            value={siteId}
            options={sites.map(({ id, name }) => ({ value: id, says: name }))}
            onValue={setSiteId}
          />
        )}
        {stoppedBy && unasked.length > 0 && (
          <Note tone="warn">
            <p>{text.stopped(stoppedBy.name)}</p>
            <Button small onClick={() => void several.lookAtEach(unasked, account, false)} className="mt-2">
              {text.goOn}
            </Button>
          </Note>
        )}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-3">
          {devices.map((device) => (
            <Card key={device.id} device={device} each={stateOf(device)} onAlone={() => onAlone(device.id)} />
          ))}
        </ul>
      </div>
      {left.length > 0 && (
        <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3">
          <Button
            type="submit"
            look="main"
            disabled={!isReady}
            aria-disabled={isBusy}
            className="max-wide:h-[54px] max-wide:w-full max-wide:text-lg"
          >
            {seen > 0
              ? text.addWorking(countOf(seen, language))
              : text.lookAll(countOf(left.length, language))}
          </Button>
        </footer>
      )}
    </form>
  )
}

function Card({ device, each, onAlone }: { device: Device; each: Each; onAlone: () => void }) {
  const text = useAddCamerasText()
  const address = usePictureAddress(each.kind === 'seen' ? each.verdict.picture : null)
  const isWrong = each.kind === 'fault' || each.kind === 'refused'
  return (
    <li className="flex flex-col overflow-hidden rounded-3 border border-line bg-surface-2">
      <div className="on-picture grid aspect-video place-items-center bg-stage text-on-picture-2">
        {address === null ? (
          <Icon name={isWrong ? 'no-picture' : 'cameras'} size={22} />
        ) : (
          <img src={address} alt={text.pictureOf(device.name)} className="size-full object-contain" />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3">
        <span className="truncate font-strong">{device.name}</span>
        <span role="status" className={`text-xs ${isWrong ? 'text-warn' : 'text-ink-3'}`}>
          <Suspense>
            <EachWords each={each} />
          </Suspense>
        </span>
        {isWrong && (
          <Button small look="bare" className="mt-auto self-start" onClick={onAlone}>
            {text.alone}
          </Button>
        )}
      </div>
    </li>
  )
}

function EachWords({ each }: { each: Each }) {
  const text = useAddCamerasText()
  const fault = useFault()
  switch (each.kind) {
    case 'fault': {
      const { fault: cause, message, remedy } = each.verdict
      return fault({ cause, message, remedy }).message
    }
    case 'refused':
      return each.message ?? text.noLine
    case 'seen': {
      const [main] = each.verdict.streams
      return main ? `${text.each.seen} · ${streamWords(main)}` : text.each.seen
    }
    default:
      return text.each[each.kind]
  }
}
