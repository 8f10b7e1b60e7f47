import { useState } from 'react'
import { type Camera, useCameras } from '../../../api/cameras.js'
import { type PromptPack, useDeletePack, usePromptPacks } from '../../../api/prompt-packs.js'
import { refusalOf } from '../../../api/refusal.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { Section } from '../../../controls/section.js'
import { AddressLink } from '../../../frame/address-link.js'
import { Centred, Failed, Loading } from '../../../frame/page-states.js'
import { mayAs } from '../../../session/session-user.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { Moment } from '../../../time/moment.js'
import { SettingsBar, SettingsParts } from '../settings-bar.js'
import { PackDialog } from './pack-dialog.js'
import { useInstructionsText } from './use-instructions-text.js'

/** Words for the model that several cameras share, and which cameras those are. */
export function InstructionsPage() {
  const text = useInstructionsText()
  const { role } = useUser()
  const { data, isError, refetch } = usePromptPacks()
  const cameras = useCameras(null).data
  const [isAdding, setAdding] = useState(false)
  const add = mayAs(role, 'admin') && (
    <Button look="main" icon="plus" onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  )
  return (
    <>
      <SettingsBar title={text.title}>{data && data.length > 0 && add}</SettingsBar>
      {!data && (isError ? <Failed again={() => void refetch()} /> : <Loading />)}
      {data?.length === 0 && <Centred sentence={`${text.none} ${text.about}`}>{add}</Centred>}
      {data && data.length > 0 && (
        <SettingsParts>
          <p className="text-ink-2">{text.about}</p>
          {data.map((pack) => (
            <Pack
              key={pack.id}
              pack={pack}
              users={cameras?.filter((camera) => camera.prompt_pack_id === pack.id)}
            />
          ))}
        </SettingsParts>
      )}
      {isAdding && <PackDialog pack={null} onClose={() => setAdding(false)} />}
    </>
  )
}

interface PackProps {
  readonly pack: PromptPack
  /** Undefined until they are known. */
  readonly users: readonly Camera[] | undefined
}

function Pack({ pack, users }: PackProps) {
  const text = useInstructionsText()
  const { role, timeZone } = useUser()
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  return (
    <Section title={pack.name}>
      <p className="break-words whitespace-pre-line text-ink-2">{pack.instructions}</p>
      {users && <Users users={users} />}
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-xs text-ink-3">
          {text.changed} <Moment at={pack.updated_at} zone={timeZone ?? 'UTC'} />
        </p>
        {mayAs(role, 'admin') && (
          <>
            {users?.length === 0 && <Button onClick={() => setOpen('delete')}>{text.remove}</Button>}
            <Button icon="edit" onClick={() => setOpen('change')}>
              {text.change}
            </Button>
          </>
        )}
      </div>
      {open === 'change' && <PackDialog pack={pack} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteDialog pack={pack} onClose={() => setOpen(null)} />}
    </Section>
  )
}

/** Cameras that are named; of more, how many. */
const mostNamed = 20

function Users({ users }: { users: readonly Camera[] }) {
  const text = useInstructionsText()
  const language = useLanguage()
  if (users.length === 0) return <p className="text-ink-3">{text.unused}</p>
  return (
    <div>
      <p className="text-ink-3">{text.usedBy}</p>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {users.slice(0, mostNamed).map((camera) => (
          <li key={camera.id}>
            <AddressLink
              href={`/cameras/${camera.id}`}
              className="inline-flex min-h-(--target) items-center text-accent underline-offset-2 hover:underline"
            >
              {camera.name}
            </AddressLink>
          </li>
        ))}
        {users.length > mostNamed && (
          <li className="inline-flex min-h-(--target) items-center text-ink-3">
            {text.more(countOf(users.length - mostNamed, language))}
          </li>
        )}
      </ul>
    </div>
  )
}

function DeleteDialog({ pack, onClose }: { pack: PromptPack; onClose: () => void }) {
  const text = useInstructionsText()
  const remove = useDeletePack()
  return (
    <Dialog title={text.removeTitle(pack.name)} closeLabel={text.close} onClose={onClose}>
      <p className="text-md text-ink-2">{text.removeSays}</p>
      {remove.isError && (
        <p role="alert" className="text-alarm">
          {refusalOf(remove.error)?.message ?? text.notDone}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button
          look="danger"
          aria-disabled={remove.isPending}
          onClick={() => !remove.isPending && remove.mutate(pack.id, { onSuccess: onClose })}
        >
          {text.remove}
        </Button>
      </div>
    </Dialog>
  )
}
