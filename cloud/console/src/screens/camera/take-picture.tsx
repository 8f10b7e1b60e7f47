import { useEffect, useRef } from 'react'
import { type CameraSnapshot, useTakeSnapshot } from '../../api/camera.js'
import { refusalOf } from '../../api/refusal.js'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Note } from '../../controls/note.js'
import { saveFile } from '../../controls/save-file.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { exactTime } from '../../time/format.js'

interface TakePictureProps {
  readonly camera: { readonly id: string; readonly name: string }
  /** IANA name. */
  readonly zone: string
  readonly onClose: () => void
}

/** A picture that the gateway takes of a camera now, in full size, to be looked at and saved; else why there is none. */
export function TakePicture({ camera: { id, name }, zone, onClose }: TakePictureProps) {
  const text = useCameraText()
  const { frame } = useText()
  const language = useLanguage()
  const { mutate, data, error, isPending } = useTakeSnapshot(id)
  const isAsked = useRef(false)
  useEffect(() => {
    // Each is another one: it is taken once, also where effects run twice.
    if (isAsked.current) return
    isAsked.current = true
    mutate()
  }, [mutate])
  const at = data && new Date(data.taken_at)
  return (
    <Dialog title={text.pictureOf(name)} closeLabel={frame.close} onClose={onClose}>
      <div className="on-picture grid aspect-video place-items-center overflow-hidden rounded-2 bg-stage text-on-picture-2">
        {data && !isPending ? (
          <img src={data.url} alt={text.pictureOf(name)} className="size-full object-contain" />
        ) : (
          isPending && <p className="appear-late">{text.takingPicture}</p>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {error && <Note tone="warn">{refusalOf(error)?.message ?? text.noPictureTaken}</Note>}
        {at && !isPending && !error && (
          <p className="text-ink-2">
            {exactTime(at, { language, zone })} · {data.width} × {data.height}
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={isPending} onClick={() => mutate()}>
          {error ? frame.tryAgain : text.pictureAgain}
        </Button>
        {data && (
          <Button
            look="main"
            icon="download"
            onClick={() => saveFile(fileOf(data), `${name} ${data.taken_at.replaceAll(':', '-')}.jpg`)}
          >
            {text.savePicture}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const fileOf = ({ data, content_type: type }: CameraSnapshot): Blob =>
  new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], { type })
