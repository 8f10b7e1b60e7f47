import type { CloudLink } from '../cloud-link/link.js'
import { httpDispatcher } from '../platform/cloud-http.js'
import type { Lifetime } from '../platform/lifetime.js'
import { RecordingFiles } from '../recording/recording-files.js'
import { type UplinkShare, UploadRate } from '../upload/upload-rate.js'
import { Uploader } from '../upload/uploader.js'
import type { AgentContext } from './agent-context.js'
import type { DurableState } from './durable-state.js'

/** What brings the recordings to the cloud. */
export function createUploader(
  context: AgentContext,
  state: DurableState,
  {
    link,
    cloudUrl,
    share,
  }: { readonly link: CloudLink; readonly cloudUrl: string; readonly share: UplinkShare },
  lifetime: Lifetime,
): Uploader {
  const dispatcher = httpDispatcher(context.route)
  lifetime.add('dispatcher', () => dispatcher.destroy())
  const rate = new UploadRate(context.clock, context.uploadSchedule, share)
  const files = new RecordingFiles(context.dataDir)
  return new Uploader({ ...context, ...state, link, cloudUrl, files, queue: state.uploads, dispatcher, rate })
}
