import type { Device } from '../../api/adding-cameras.js'
import { Field } from '../../controls/field.js'
import { splitAccount } from './address-typed.js'
import type { Draft, DraftField } from './draft.js'
import { LabelledSelect } from './labelled-select.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

/** What is wrong with a field, if anything. */
export type ProblemOf = (field: DraftField | 'password') => string | undefined

interface ConnectionFieldsProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly problemOf: ProblemOf
  readonly channels: NonNullable<Device['channels']>
  /** An account stood in a link. */
  readonly onAccount: (account: { readonly username: string; readonly password: string }) => void
}

/** How a camera is reached: by ONVIF, which says the rest, or by a link of RTSP. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const text = useAddCamerasText()
  const { draft, change, channels } = props
  const { by, channel } = draft
  return (
    <div className="flex flex-col gap-3">
      <LabelledSelect
        label={text.by}
        value={by}
        options={[
          { value: 'onvif', says: text.onvif },
          { value: 'rtsp', says: text.rtsp },
        ]}
        onValue={(chosen) => change({ by: chosen === 'rtsp' ? 'rtsp' : 'onvif' })}
      />
      {by === 'onvif' ? <OnvifFields {...props} /> : <RtspFields {...props} />}
      {by === 'onvif' && channels.length > 1 && (
        <LabelledSelect
          label={text.channel}
          value={channel}
          options={[
            { value: '', says: text.largest },
            ...channels.map(({ token, name }) => ({ value: token, says: name === '' ? token : name })),
          ]}
          onValue={(token) => change({ channel: token })}
        />
      )}
    </div>
  )
}

function OnvifFields({ draft: { host, port }, change, problemOf }: ConnectionFieldsProps) {
  const text = useAddCamerasText()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_110px] gap-3">
      <Field
        label={text.host}
        value={host}
        onChange={({ target }) => change({ host: target.value })}
        maxLength={253}
        {...plain}
        problem={problemOf('host')}
      />
      <Field
        label={text.port}
        value={port}
        onChange={({ target }) => change({ port: target.value })}
        inputMode="numeric"
        maxLength={5}
        problem={problemOf('port')}
      />
    </div>
  )
}

function RtspFields({ draft: { url, subUrl }, change, problemOf, onAccount }: ConnectionFieldsProps) {
  const text = useAddCamerasText()
  const takeAccountOut = (field: 'url' | 'subUrl', typed: string) => {
    const parts = splitAccount(typed)
    if (parts.url !== typed) change({ [field]: parts.url })
    if (parts.account) onAccount(parts.account)
  }
  return (
    <>
      <Field
        label={text.url}
        value={url}
        placeholder="rtsp://192.168.1.20/stream1"
        onChange={({ target }) => change({ url: target.value })}
        onBlur={({ target }) => takeAccountOut('url', target.value)}
        maxLength={2048}
        {...plain}
        problem={problemOf('url')}
      />
      <Field
        label={text.subUrl}
        value={subUrl}
        placeholder={text.subWhy}
        onChange={({ target }) => change({ subUrl: target.value })}
        onBlur={({ target }) => takeAccountOut('subUrl', target.value)}
        maxLength={2048}
        {...plain}
        problem={problemOf('subUrl')}
      />
    </>
  )
}

/** An address is no word of a language. */
const plain = { autoComplete: 'off', autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const
