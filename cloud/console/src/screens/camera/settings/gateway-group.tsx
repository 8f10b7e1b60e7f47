import { useState } from 'react'
import type { CameraDetail } from '../../../api/camera.js'
import { useGatewayOfCamera } from '../../../api/camera-settings.js'
import { useGatewayNames } from '../../../api/names.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { SelectField } from '../../../controls/select-field.js'
import { Group } from './controls.js'
import { refusalOf } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

/** By which gateway the camera is reached; takes it from there, or gives it to another. */
export function GatewayGroup({ camera }: { camera: CameraDetail }) {
  const text = useSettingsText()
  const move = useGatewayOfCamera(camera.id)
  const gateways = useGatewayNames().data ?? []
  const refusal = move.isError ? refusalOf(move.error) : null
  const { gateway_id: gatewayId } = camera
  const known = gateways.find(({ id }) => id === gatewayId)
  return (
    <Group title={text.gateway}>
      {gatewayId !== null ? (
        <Unpair
          key={gatewayId}
          name={known?.name ?? text.otherGateway}
          isBusy={move.isPending}
          onUnpair={() => move.mutate(null)}
        />
      ) : (
        <PairWith gateways={gateways} isBusy={move.isPending} onPair={move.mutate} />
      )}
      {move.isPending && (
        <p role="status" className="text-ink-2">
          {text.connecting}
        </p>
      )}
      {refusal && (
        <div role="alert">
          <Note tone="warn">{refusal.kind === 'refused' ? refusal.sentence : text.notSaved}</Note>
        </div>
      )}
    </Group>
  )
}

interface UnpairProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onUnpair: () => void
}

function Unpair({ name, isBusy, onUnpair }: UnpairProps) {
  const text = useSettingsText()
  const [isSure, setSure] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-[24ch] flex-1">
        {text.behind(name)}
        <span className="block text-xs text-ink-3">{isSure ? text.unpairSure : text.unpairSays}</span>
      </p>
      {isSure ? (
        <>
          <Button onClick={() => setSure(false)}>{text.keep}</Button>
          <Button look="danger" disabled={isBusy} onClick={onUnpair}>
            {text.unpair}
          </Button>
        </>
      ) : (
        <Button onClick={() => setSure(true)}>{text.unpair}</Button>
      )}
    </div>
  )
}

interface PairWithProps {
  readonly gateways: readonly { readonly id: string; readonly name: string }[]
  readonly isBusy: boolean
  readonly onPair: (gatewayId: string) => void
}

function PairWith({ gateways, isBusy, onPair }: PairWithProps) {
  const text = useSettingsText()
  const [chosen, choose] = useState<string | null>(null)
  const gatewayId = chosen ?? gateways[0]?.id
  if (gatewayId === undefined) return <p className="text-ink-2">{text.noGateway}</p>
  return (
    <>
      <SelectField
        label={text.pairWith}
        value={gatewayId}
        options={gateways.map(({ id, name }) => ({ value: id, says: name }))}
        hint={text.pairSays}
        onChange={choose}
      />
      <div>
        <Button disabled={isBusy} onClick={() => onPair(gatewayId)}>
          {text.pair}
        </Button>
      </div>
    </>
  )
}
